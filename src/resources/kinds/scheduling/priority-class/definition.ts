import { AGE, column, countAt, flagAt, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { unset } from "../../../define/fill.ts";
import { startGeneration, validatesObject } from "../../../define/strategy.ts";
import { priorityClassRules } from "./validate.ts";

export const priorityClass = defineResource({
  group: "scheduling.k8s.io",
  kind: "PriorityClass",
  scope: "Cluster",
  shortNames: ["pc"],
  versions: [
    { version: "v1", defaults: (priority) => unset(priority, "preemptionPolicy", "PreemptLowerPriority") },
  ],
  columns: [
    NAME,
    column`Value: integer ${countAt("value")} value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.`,
    column`Global-Default: boolean ${flagAt("globalDefault")} globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as \`globalDefault\`. However, if more than one PriorityClasses exists with their \`globalDefault\` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.`,
    AGE,
    column`PreemptionPolicy: ${textAt("preemptionPolicy")} preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. Defaults to PreemptLowerPriority if unset.`,
  ],
  strategy: { prepareForCreate: startGeneration, ...validatesObject(priorityClassRules) },
});
