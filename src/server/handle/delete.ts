import type { KubeObject } from "../../api/meta.ts";
import type { StatusDetails } from "../../api/status.ts";
import type { RequestContext } from "../request-context.ts";
import { type Answer, succeeded } from "../respond/answer.ts";
import { deleteObject } from "./remove/delete-object.ts";
import { parseDeleteOptions } from "./remove/delete-options.ts";
import { removeUnsafely } from "./remove/unsafe-delete.ts";
import { warnOfOrphans } from "./remove/warn-of-orphans.ts";
import type { Target } from "./target.ts";
import { answered } from "./versions.ts";
import { arrangedDocument, type Stored } from "./write/seal.ts";
import type { Writes } from "./write/writes.ts";

/**
 * Answers the DELETE of one object: with its Status if it is gone, with the object if it remains (or if its
 * kind always returns it).
 */
export async function remove(writes: Writes, context: RequestContext, target: Target): Promise<Answer> {
  const options = await parseDeleteOptions(context, writes.features);
  if (options.isUnsafe) return removeUnsafely(writes, context, target, options.dryRun);
  warnOfOrphans(context, target, options);
  const input = { target, name: target.name, options, ofCollection: false, admit: true };
  const { stored, gone, showsObject = false, emptied = false } = await deleteObject(writes, context, input);
  const status = !gone && options.orphanDependents === false ? 202 : 200;
  if (gone && !showsObject && !target.resource.strategy.returnDeletedObject)
    return succeeded({ details: detailsOf(target, stored.value) });
  const document = await answered(target, gone && !emptied ? lastSeen(target, stored) : stored);
  return { kind: "object", status, shownAs: target.kind, document };
}

/**
 * Returns the object for the response: as it was read if it is gone, as it was written if it remains
 * (registry/generic/registry/store.go, finalizeDelete).
 */
function lastSeen({ resource }: Target, stored: Stored): Stored {
  const object = resource.strategy.completeStored?.(stored.value) ?? stored.value;
  return object === stored.value ? stored : arrangedDocument(resource.hub, object);
}

function detailsOf({ resource }: Target, object: KubeObject): StatusDetails {
  return {
    name: object.metadata.name ?? "",
    ...(resource.group === "" ? {} : { group: resource.group }),
    kind: resource.plural,
    ...(object.metadata.uid === undefined ? {} : { uid: object.metadata.uid }),
  };
}
