import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123SubdomainProblems, pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { ClusterRoleBinding as Binding, Subject } from "../../../../types/tables/rbac/v1-types.ts";
import type { Strategy } from "../../../strategy.ts";
import { rbac } from "./strategy.ts";

export const GROUP = "rbac.authorization.k8s.io";

/**
 * Checks a binding. `kinds`: kinds of roles that it may refer to. In an update, the tag `+k8s:immutable` of the reference ends
 * the declared checks of a changed roleRef, and the written ones remain.
 */
function checkBinding(
  { roleRef = {}, subjects }: Binding,
  isUpdate: boolean,
  kinds: readonly string[],
  at: FieldReport,
): void {
  const ref = at.child("roleRef");
  ref.supportsText("apiGroup", roleRef.apiGroup ?? "", [GROUP]);
  ref.supportsText("kind", roleRef.kind ?? "", kinds);
  if ((isUpdate ? ref : ref.declared).require("name", roleRef.name))
    ref.check("name", roleRef.name, pathSegmentNameProblems);
  at.eachOf("subjects", subjects, (subject, here) => checkSubject(subject, kinds.includes("Role"), here));
}

function checkSubject(subject: Subject, namespaced: boolean, at: FieldReport): void {
  const { kind = "", apiGroup = "", name } = subject;
  at.declared.require("name", name);
  if (kind === "ServiceAccount") {
    at.checkIfSet("name", name, dns1123SubdomainProblems);
    at.supportsText("apiGroup", apiGroup, [""]);
    if (!namespaced) at.require("namespace", subject.namespace);
  } else if (kind === "User" || kind === "Group") at.supportsText("apiGroup", apiGroup, [GROUP]);
  else at.child("kind").notSupportedText(kind, ["ServiceAccount", "User", "Group"]);
}

function checkSameRole({ roleRef = {} }: Binding, old: Binding, at: FieldReport): void {
  if (deepEqual(roleRef, old.roleRef ?? {})) return;
  const { apiGroup = "", kind = "", name = "" } = roleRef;
  // Names of Go's fields: the reference prints a type that has no JSON names.
  at.child("roleRef").invalid({ APIGroup: apiGroup, Kind: kind, Name: name }, "field is immutable");
}

/** Rules of a binding to roles of these kinds. */
export const binding = (kinds: readonly string[]): Strategy =>
  rbac<Binding>((object, old, at) => checkBinding(object, old !== undefined, kinds, at), checkSameRole);
