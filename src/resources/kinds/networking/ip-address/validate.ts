import { dns1123SubdomainProblems, pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import type {
  IPAddress,
  IPAddressSpec,
  ParentReference,
} from "../../../../types/tables/networking/v1-types.ts";
import {
  declared,
  format,
  immutable,
  inside,
  optional,
  required,
  struct,
} from "../../../rules/field-rules.ts";
import { rules } from "../../../rules/rules.ts";

const parentRules = rules<ParentReference>({
  group: [optional, format(dns1123SubdomainProblems)],
  resource: [declared(required()), format(pathSegmentNameProblems)],
  name: [declared(required()), format(pathSegmentNameProblems)],
  namespace: [optional, format(pathSegmentNameProblems)],
});

/** Rules of the reference to the parent (validateIPAddressParentReference). */
export const ipAddressRules = rules<IPAddress>({
  spec: struct<IPAddressSpec>({ parentRef: [declared(required()), inside(parentRules)] }),
});

/** The parent is kept (ValidateIPAddressUpdate). */
export const sameParent = rules<IPAddress>({
  spec: struct<IPAddressSpec>({ parentRef: declared(immutable(printedParent)) }),
});

function printedParent(parent: ParentReference | null | undefined): object | null {
  if (parent === undefined || parent === null) return null;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}
