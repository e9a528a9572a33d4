import { canonicalIpProblems } from "../../../../go/ip-address.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { formatParent } from "./columns.ts";
import { ipAddressRules, sameParent } from "./validate.ts";

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
