import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-path.ts";
import { dns1123SubdomainProblems, pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import type { IPAddress, ParentReference } from "../../../../types/tables/networking/v1-types.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

/** Checks the reference to the parent (validateIPAddressParentReference). */
export const checkIPAddress: ChangeCheck<IPAddress> = ({ spec: { parentRef } = {} }, _old, at) => {
  const path = at.child("spec.parentRef");
  if (parentRef === undefined || parentRef === null) path.required();
  else {
    path.checkIfSet("group", parentRef.group, dns1123SubdomainProblems);
    path.requireFormat("resource", parentRef.resource, pathSegmentNameProblems);
    path.requireFormat("name", parentRef.name, pathSegmentNameProblems);
    path.checkIfSet("namespace", parentRef.namespace, pathSegmentNameProblems);
  }
};

/** Checks that the parent is kept (ValidateIPAddressUpdate). */
export function checkSameParent({ spec }: IPAddress, { spec: old }: IPAddress, at: FieldReport): void {
  const parent = spec?.parentRef;
  checkImmutable(parent, old?.parentRef, at.child("spec.parentRef"), printedParent(parent));
}

function printedParent(parent: ParentReference | null | undefined): object | null {
  if (parent === undefined || parent === null) return null;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}
