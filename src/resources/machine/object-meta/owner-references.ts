import type { KubeObject, OwnerReference } from "../../../api/meta.ts";
import type { Check, FieldReport } from "../../../api/validation/field-report.ts";

/**
 * Checks that every reference is complete, that none refers to an Event, and that at most one is the
 * controller.
 */
export const checkOwnerReferences: Check<readonly OwnerReference[] | undefined> = (references, at) => {
  let controller: string | undefined;
  at.each(references, (reference, here) => {
    checkOwnerReference(reference, here);
    if (reference.controller !== true) return;
    const current = `${reference.kind}/${reference.name}`;
    if (controller === undefined) controller = current;
    else at.invalid(references?.map(inGoOrder), severalControllers(controller, current));
  });
};

/** Orders the members of a reference as Go does; those of custom resources are sorted by name. */
const inGoOrder = (reference: OwnerReference): OwnerReference => ({
  apiVersion: reference.apiVersion ?? "",
  kind: reference.kind ?? "",
  name: reference.name ?? "",
  uid: reference.uid ?? "",
  ...(reference.controller === undefined ? {} : { controller: reference.controller }),
  ...(reference.blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion: reference.blockOwnerDeletion }),
});

const severalControllers = (first: string, second: string): string =>
  `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;

function checkOwnerReference(reference: OwnerReference, at: FieldReport): void {
  const { apiVersion = "", kind = "", name = "", uid = "" } = reference;
  if (at.require("apiVersion", apiVersion, "must not be empty") && versionOf(apiVersion) === "")
    at.child("apiVersion").invalid(apiVersion, "must be <group>/<version> or <version>");
  at.require("kind", kind, "must not be empty");
  at.require("name", name, "must not be empty");
  at.require("uid", uid, "must not be empty");
  if (apiVersion === "v1" && kind === "Event")
    at.invalid(inGoOrder(reference), "/v1, Kind=Event is disallowed from being an owner");
}

/** Returns the version; empty if it is not a valid group version. */
function versionOf(apiVersion: string): string {
  const parts = apiVersion.split("/");
  return parts.length > 2 ? "" : (parts.at(-1) ?? "");
}

/**
 * Drops references that are equal to an earlier one, in place, and adds the warning for the client to
 * `warnings`. Creates and updates call it before and after mutating admission, patches only after it
 * (apiserver/pkg/endpoints/handlers/rest.go, dedupOwnerReferencesAndAddWarning).
 */
export function dedupOwnerReferences(
  { metadata }: KubeObject,
  warnings: { add(text: string): void },
  when?: "afterAdmission",
): void {
  const references = metadata.ownerReferences;
  if (references === undefined || references.length < 2) return;
  const known = new Set<string>();
  const kept: OwnerReference[] = [];
  const dropped: string[] = [];
  for (const reference of references) {
    const identity = identityOf(reference);
    if (known.has(identity)) dropped.push(reference.uid);
    else kept.push(reference);
    known.add(identity);
  }
  if (dropped.length === 0) return;
  metadata.ownerReferences = kept;
  warnings.add(
    duplicatesWarning(when === "afterAdmission" ? " after mutating admission happens" : "", dropped),
  );
}

const identityOf = (reference: OwnerReference): string =>
  JSON.stringify([
    reference.apiVersion,
    reference.kind,
    reference.name,
    reference.uid,
    reference.controller ?? null,
    reference.blockOwnerDeletion ?? null,
  ]);

const duplicatesWarning = (when: string, uids: readonly string[]): string =>
  `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(", ")}`;
