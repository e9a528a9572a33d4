import type { RequestInfo } from "../accept/request-info.ts";

/** Scope of a request in metrics (apiserver/pkg/endpoints/metrics/metrics.go, CleanScope). */
export function scopeOf({ name, namespace, verb, isResource }: RequestInfo): string {
  if (name !== "" || verb === "create") return "resource";
  if (namespace !== "") return "namespace";
  return isResource ? "cluster" : "";
}
