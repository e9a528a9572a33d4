import type { KubeObject } from "../../api/meta.ts";
import { dedupOwnerReferences } from "../../resources/machine/object-meta/owner-references.ts";
import { noteRequestObject } from "../record/audited-request.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { kindLookup } from "./subresources/transient-kinds.ts";
import type { Target } from "./target.ts";
import { answered } from "./versions.ts";
import { beginAdmission } from "./write/admission.ts";
import { admitMutating } from "./write/admit-mutating.ts";
import { readObject } from "./write/body/read-object.ts";
import { readOptions } from "./write/body/read-options.ts";
import { stampOptions, type WriteOptions } from "./write/body/write-options.ts";
import { ensureNamespace, wipeSystemMetadata } from "./write/identity.ts";
import { stampedHub } from "./write/managed-fields.ts";
import type { Stored } from "./write/seal.ts";
import { storeNew } from "./write/store/store-new.ts";
import { terminatingDefinition } from "./write/store/terminating-definition.ts";
import { pause } from "./write/turns.ts";
import { guardWrite } from "./write/write-guard.ts";
import type { Writes } from "./write/writes.ts";

/** Answers the POST to a collection (apiserver/pkg/endpoints/handlers/create.go, createHandler). */
export async function create(writes: Writes, context: RequestContext, target: Target): Promise<Answer> {
  const options = await readOptions(context, "CreateOptions");
  const object = await readNew(writes, context, target, options);
  const stored = await createObject(writes, context, target, object, options);
  return { kind: "object", status: 201, shownAs: target.kind, document: await answered(target, stored) };
}

/** Reads the body, and removes the fields that only the server sets. */
async function readNew(
  writes: Writes,
  context: RequestContext,
  target: Target,
  options: WriteOptions,
): Promise<KubeObject> {
  const lookup = target.resource.custom ? undefined : kindLookup(writes);
  const object = await readObject(context, target.kind, options.fieldValidation, lookup);
  noteRequestObject(context, target.kind, object);
  wipeSystemMetadata(object);
  ensureNamespace(object, target);
  if (target.resource.custom) refuseTerminatingDefinition(writes, context, target, object);
  return object;
}

/** Stores a decoded object, from the version of the URL to the hub version. Owns `object`. */
export async function createObject(
  writes: Writes,
  context: RequestContext,
  target: Target,
  object: KubeObject,
  options: WriteOptions,
): Promise<Stored> {
  dedupOwnerReferences(object, context.warnings.add);
  if (context.isLarge) await pause(context);
  const hub = await stampedHub(writes, context, target, { object, live: undefined, options });
  const admission = beginAdmission(writes, context, target, {
    operation: "CREATE",
    name: askedName(context, target, hub),
    dryRun: options.dryRun,
    options: stampOptions("CreateOptions", options.given),
    oldObject: null,
  });
  const mutated = await admitMutating(context, admission, hub, target);
  const guarding = guardWrite(writes, context, target, mutated, undefined);
  if (guarding !== undefined) await guarding;
  return storeNew(writes, context, {
    target,
    strategy: target.resource.strategy,
    object: mutated,
    admission,
    dryRun: options.dryRun,
  });
}

/**
 * Returns the name for admission. A create of a custom resource may have any name behind the collection,
 * which only admission receives (createHandler).
 */
const askedName = ({ info }: RequestContext, { resource }: Target, { metadata }: KubeObject): string =>
  (resource.custom ? info.name : "") || (metadata.name ?? "");

function refuseTerminatingDefinition(
  writes: Writes,
  context: RequestContext,
  target: Target,
  object: KubeObject,
): void {
  if (writes.views.isTerminating(target.resource))
    throw terminatingDefinition(target, askedName(context, target, object));
}
