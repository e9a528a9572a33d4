import type { KubeObject } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { items } from "../../../define/cell.ts";

export const healthyCondition = (object: KubeObject): JsonObject | undefined =>
  items(object, "conditions").find(({ type }) => type === "Healthy");

export function healthOf(object: KubeObject): string {
  const healthy = healthyCondition(object);
  return healthy === undefined ? "Unknown" : healthy.status === "True" ? "Healthy" : "Unhealthy";
}
