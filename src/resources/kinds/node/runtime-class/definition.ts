import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabels } from "../../../../api/validation/labels.ts";
import { dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type { Toleration } from "../../../../types/tables/core/v1-types.ts";
import type { RuntimeClass, Scheduling } from "../../../../types/tables/node/v1-types.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { view } from "../../../define/strategy.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { absentAs, declared, format, immutable, inside, required } from "../../../rules/field-rules.ts";
import { rules } from "../../../rules/rules.ts";
import { coreForm } from "../../shared/go-form/core-forms.ts";
import { checkOverhead } from "../../shared/pod-template/containers/container-resources.ts";
import { podRules } from "../../shared/pod-template/rules.ts";
import { checkTolerations } from "../../shared/pod-template/scheduling/tolerations.ts";
import { deprecatedNodeLabel } from "../../shared/values/node-labels.ts";

/** Rules of handler, overhead and scheduling (ValidateRuntimeClass). */
const runtimeClassRules = rules<RuntimeClass>({
  handler: declared(required(), format(dns1123LabelProblems)),
  overhead({ podFixed }, at) {
    if (podFixed !== undefined) checkOverhead(podFixed, podRules(false), at);
  },
  scheduling: inside<Scheduling>({ nodeSelector: checkLabels, tolerations: checkDistinctTolerations }),
});

/** The handler is kept (ValidateRuntimeClassUpdate). */
const sameHandler = rules<RuntimeClass>({ handler: declared(absentAs("", immutable())) });

function checkDistinctTolerations(tolerations: readonly Toleration[], at: FieldReport): void {
  checkTolerations(tolerations, false, at);
  const seen = new Set<string>();
  tolerations.forEach((toleration, i) => {
    const { key = "", operator = "", value = "", effect = "" } = toleration;
    const identity = JSON.stringify([key, operator, value, effect]);
    if (seen.has(identity)) at.index(i).duplicate(coreForm("Toleration", toleration));
    seen.add(identity);
  });
}

/** Warnings about renamed labels of nodes. */
function nodeSelectorWarnings(object: KubeObject): string[] {
  const { nodeSelector = {} } = view<RuntimeClass>(object).scheduling ?? {};
  return Object.keys(nodeSelector).flatMap((key) => {
    const message = deprecatedNodeLabel(key);
    return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`];
  });
}

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
