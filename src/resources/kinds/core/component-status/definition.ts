import type { KubeObject } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { items, text } from "../../../define/cell.ts";
import { column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";

/** The condition Healthy; undefined if there is none. */
const healthyCondition = (object: KubeObject): JsonObject | undefined =>
  items(object, "conditions").find(({ type }) => type === "Healthy");

/** `Healthy`, `Unhealthy` or `Unknown`. */
function healthOf(object: KubeObject): string {
  const healthy = healthyCondition(object);
  return healthy === undefined ? "Unknown" : healthy.status === "True" ? "Healthy" : "Unhealthy";
}

export const componentStatus = defineResource({
  group: "",
  kind: "ComponentStatus",
  scope: "Cluster",
  shortNames: ["cs"],
  verbs: ["get", "list"],
  missingAs: "componentstatus",
  versions: [{ version: "v1", deprecated: "v1 ComponentStatus is deprecated in v1.19+" }],
  columns: [
    NAME,
    column`Status: ${healthOf} Status of the component conditions`,
    column`Message: ${(object) => text(healthyCondition(object), "message")} Message of the component conditions`,
    column`Error: ${(object) => text(healthyCondition(object), "error")} Error of the component conditions`,
  ],
  strategy: { kubeFinalizers: false },
});
