import type { KubeObject } from "../../../../api/meta.ts";
import { dns1123SubdomainProblems, pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import { canonicalIpProblems } from "../../../../go/ip-address.ts";
import { isJsonObject } from "../../../../json/value.ts";
import type {
  IPAddress,
  IPAddressSpec,
  ParentReference,
} from "../../../../types/tables/networking/v1-types.ts";
import { at, text } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
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
const ipAddressRules = rules<IPAddress>({
  spec: struct<IPAddressSpec>({ parentRef: [declared(required()), inside(parentRules)] }),
});

/** The parent is kept (ValidateIPAddressUpdate). */
const sameParent = rules<IPAddress>({
  spec: struct<IPAddressSpec>({ parentRef: declared(immutable(printedParent)) }),
});

function printedParent(parent: ParentReference | null | undefined): object | null {
  if (parent === undefined || parent === null) return null;
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return { Group: group, Resource: resource, Namespace: namespace, Name: name };
}

export const ipAddress = defineResource({
  group: "networking.k8s.io",
  kind: "IPAddress",
  scope: "Cluster",
  shortNames: ["ip"],
  versions: [{ version: "v1" }, { version: "v1beta1", deprecated: 34, removed: 37 }],
  columns: [
    NAME,
    column`ParentRef: ${formatParent} parentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object.`,
    { ...AGE, undeclared: true },
  ],
  strategy: {
    nameProblems: (name) => canonicalIpProblems(name),
    namesAsAsked: true,
    ...checksThenCompares(ipAddressRules, sameParent),
  },
});

/** The parent as `resource.group/namespace/name`. */
function formatParent(object: KubeObject): string {
  const parent = at(object, "spec.parentRef");
  if (!isJsonObject(parent)) return "<none>";
  const group = text(parent, "group");
  const resource = group === "" ? text(parent, "resource") : `${text(parent, "resource")}.${group}`;
  const namespace = text(parent, "namespace");
  return [resource.toLowerCase(), ...(namespace === "" ? [] : [namespace]), text(parent, "name")].join("/");
}
