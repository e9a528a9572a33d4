import type { KubeObject } from "../../../../api/meta.ts";
import { count, items, nameOf, text } from "../../../define/cell.ts";
import { AGE, column, countAt, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { ensure, zero } from "../../../define/fill.ts";
import { specAndStatus, validatesObject } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { flowStatus } from "../shared/status.ts";
import { checkSchema } from "./validate.ts";

/** Status of the condition Dangling: `True` if the priority level does not exist; `?` if it is not known. */
function missingLevel(object: KubeObject): string {
  const dangling = items(object, "status.conditions").find(({ type }) => type === "Dangling");
  return dangling === undefined ? "?" : text(dangling, "status");
}

/** Orders flow schemas as the server matches them: by precedence, then by name. */
function byPrecedence(a: KubeObject, b: KubeObject): number {
  return precedence(a) - precedence(b) || (nameOf(a) < nameOf(b) ? -1 : 1);
}

const precedence = (schema: KubeObject): number => count(schema, "spec.matchingPrecedence");

export const flowSchema = defineResource({
  group: "flowcontrol.apiserver.k8s.io",
  kind: "FlowSchema",
  scope: "Cluster",
  versions: [
    { version: "v1", defaults: (schema) => zero(ensure(schema, "spec"), "matchingPrecedence", 1000) },
  ],
  columns: [
    NAME,
    column`PriorityLevel: ${textAt("spec.priorityLevelConfiguration.name")} \`name\` is the name of the priority level configuration being referenced Required.`,
    column`MatchingPrecedence: ${countAt("spec.matchingPrecedence")} \`matchingPrecedence\` is used to choose among the FlowSchemas that match a given request. The chosen FlowSchema is among those with the numerically lowest (which we take to be logically highest) MatchingPrecedence.  Each MatchingPrecedence value must be ranged in [1,10000]. Note that if the precedence is not specified, it will be set to 1000 as default.`,
    column`DistinguisherMethod: ${textAt("spec.distinguisherMethod.type", "<none>")} \`distinguisherMethod\` defines how to compute the flow distinguisher for requests that match this schema. \`nil\` specifies that the distinguisher is disabled and thus will always be the empty string.`,
    AGE,
    column`MissingPL: ${missingLevel} references a broken or non-existent PriorityLevelConfiguration`,
  ],
  subresources: [status(flowStatus)],
  strategy: {
    ...specAndStatus("flowcontrol/v1.FlowSchema"),
    ...validatesObject(checkSchema),
    repeatsMeta: ["create"],
  },
  rowOrder: byPrecedence,
});
