import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { specOnly } from "../../../define/strategy.ts";
import { comparesThenChecks } from "../../../define/update-order.ts";
import { classWithDefault, formatParameters } from "./columns.ts";
import { fillIngressClass } from "./defaults.ts";
import { ingressClassRules, sameController } from "./validate.ts";

export const ingressClass = defineResource({
  group: "networking.k8s.io",
  kind: "IngressClass",
  scope: "Cluster",
  versions: [{ version: "v1", defaults: fillIngressClass }],
  columns: [
    { ...NAME, cell: classWithDefault },
    column`Controller: ${textAt("spec.controller")} Controller that is responsible for handling this class`,
    column`Parameters: ${formatParameters} A reference to a resource with additional parameters`,
    AGE,
  ],
  strategy: { ...specOnly, ...comparesThenChecks(sameController, ingressClassRules) },
});
