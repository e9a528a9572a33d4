import type { KubeObject } from "../../../api/meta.ts";
import { conflict, StatusError } from "../../../api/status.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Entry } from "../../../storage/storage.ts";
import { groupResource, type Target } from "../target.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { deletionRulesOf } from "./deletion-rules.ts";

/**
 * Checks the preconditions of a delete. The conflict names the kind, not the resource as other conflicts do,
 * except for namespaces and definitions of custom resources. Throws 409.
 */
export function checkPreconditions(
  target: Target,
  entry: Entry,
  { uid, resourceVersion }: Pick<DeleteOptions, "uid" | "resourceVersion">,
): void {
  const { metadata } = objectOf(entry);
  if (uid !== undefined && uid !== metadata.uid)
    throw unmet(target, metadata, "UID", [uid, metadata.uid], "deleted and then recreated");
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw unmet(target, metadata, "ResourceVersion", [resourceVersion, metadata.resourceVersion], "modified");
}

/** Builds the conflict of a precondition. For definitions, its reason begins with a small letter. */
function unmet(
  target: Target,
  { name = "" }: KubeObject["metadata"],
  field: string,
  [wanted, found]: readonly [wanted: string, found: string | undefined],
  happened: string,
): StatusError {
  if (!deletionRulesOf(target.resource).namesResource)
    return preconditionFailed(
      target,
      name,
      `the ${field} in the precondition (${wanted}) does not match the ${field} in record (${found}). The object might have been ${happened}`,
    );
  const first = target.resource.plural === "namespaces" ? "P" : "p";
  const why = `${first}recondition failed: ${field} in precondition: ${wanted}, ${field} in object meta: ${found}`;
  return conflict(groupResource(target), name, why);
}

function preconditionFailed({ resource }: Target, name: string, why: string): StatusError {
  const { group, kind } = resource.hub;
  return new StatusError({
    message: `Operation cannot be fulfilled on ${group === "" ? kind : `${kind}.${group}`} "${name}": ${why}`,
    reason: "Conflict",
    details: { name, ...(group === "" ? {} : { group }), kind },
    code: 409,
  });
}
