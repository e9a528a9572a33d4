import type { KubeObject } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { items } from "../../../define/cell.ts";

/** The condition Healthy; undefined if there is none. */
export const healthyCondition = (object: KubeObject): JsonObject | undefined =>
  items(object, "conditions").find(({ type }) => type === "Healthy");

/** `Healthy`, `Unhealthy` or `Unknown`. */
export function healthOf(object: KubeObject): string {
  const healthy = healthyCondition(object);
  return healthy === undefined ? "Unknown" : healthy.status === "True" ? "Healthy" : "Unhealthy";
}
