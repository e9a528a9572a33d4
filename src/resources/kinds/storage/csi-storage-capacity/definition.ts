import { CREATED_AT, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { capacityRules, capacityWarnings, sameCapacity } from "./validate.ts";

export const csiStorageCapacity = defineResource({
  group: "storage.k8s.io",
  kind: "CSIStorageCapacity",
  scope: "Namespaced",
  versions: [{ version: "v1" }],
  columns: [NAME, CREATED_AT],
  strategy: {
    allowUnconditionalUpdate: false,
    ...checksThenCompares(capacityRules, sameCapacity),
    warnings: capacityWarnings,
  },
});
