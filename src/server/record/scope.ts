import type { RequestInfo } from "../accept/request-info.ts";

/** Of what a request is, in metrics (apiserver/pkg/endpoints/metrics/metrics.go, CleanScope). */
export function scopeOf({ name, namespace, verb, isResource }: RequestInfo): string {
  if (name !== "" || verb === "create") return "resource";
  if (namespace !== "") return "namespace";
  return isResource ? "cluster" : "";
}
