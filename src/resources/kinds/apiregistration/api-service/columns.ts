import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject } from "../../../../json/value.ts";
import { at, items, text } from "../../../define/cell.ts";

/** `namespace/name` of the service; `Local` for this server. */
export function serviceName(object: KubeObject): string {
  const service = at(object, "spec.service");
  return isJsonObject(service) ? `${text(service, "namespace")}/${text(service, "name")}` : "Local";
}

/** Status of the condition Available, with its reason if it is not true. */
export function availability(object: KubeObject): string {
  const condition = items(object, "status.conditions").find(({ type }) => type === "Available");
  if (condition === undefined) return "Unknown";
  const status = text(condition, "status");
  const reason = text(condition, "reason");
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}
