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
  if (deletionRulesOf(target.resource).namesResource) {
    const why = whyUnmet(target, metadata, { uid, resourceVersion });
    if (why !== undefined) throw conflict(groupResource(target), metadata.name ?? "", why);
  }
  if (uid !== undefined && uid !== metadata.uid)
    throw preconditionFailed(
      target,
      metadata.name ?? "",
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw preconditionFailed(
      target,
      metadata.name ?? "",
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
}

/** Reason of the conflict; for definitions, it begins with a small letter. */
function whyUnmet(
  { resource }: Target,
  metadata: KubeObject["metadata"],
  { uid, resourceVersion }: Pick<DeleteOptions, "uid" | "resourceVersion">,
): string | undefined {
  const first = resource.plural === "namespaces" ? "P" : "p";
  const unmet = (name: string, wanted: string, found: string | undefined): string =>
    `${first}recondition failed: ${name} in precondition: ${wanted}, ${name} in object meta: ${found}`;
  if (uid !== undefined && uid !== metadata.uid) return unmet("UID", uid, metadata.uid);
  if (resourceVersion === undefined || resourceVersion === metadata.resourceVersion) return undefined;
  return unmet("ResourceVersion", resourceVersion, metadata.resourceVersion);
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
