import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { nodeSelectorWarnings, runtimeClassRules, sameHandler } from "./validate.ts";

export const runtimeClass = defineResource({
  group: "node.k8s.io",
  kind: "RuntimeClass",
  scope: "Cluster",
  versions: [{ version: "v1" }],
  columns: [NAME, column`Handler: ${textAt("handler")}`, AGE],
  strategy: {
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    kubeFinalizers: false,
    ...checksThenCompares(runtimeClassRules, sameHandler),
    warnings: nodeSelectorWarnings,
  },
});
