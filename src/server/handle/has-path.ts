import type { ResourceDefinition, Verb } from "../../resources/kind.ts";
import type { RequestInfo } from "../accept/request-info.ts";

const OF_ITEMS: readonly Verb[] = ["get", "update", "patch", "delete"];

/**
 * Whether a built-in resource has such a path, with whatever method (k8s.io/apiserver/pkg/endpoints/installer.go). What
 * has none is 404; a path that there is answers 405 to the methods that it does not know. The subresource is known.
 */
export function hasPath({ namespaced, verbs }: ResourceDefinition, info: RequestInfo): boolean {
  const { prefix, rest, subresource, name, namespace } = info;
  if (prefix === "proxy") return false;
  if (rest.length > 0 && subresource !== "proxy") return false;
  if (prefix === "watch" && (subresource !== "" || !verbs.includes("watch"))) return false;
  if (name !== "" && isItem(info)) {
    if (subresource === "" && !OF_ITEMS.some((verb) => verbs.includes(verb))) return false;
    return !namespaced || namespace !== "";
  }
  return !namespaced || namespace !== "" || verbs.includes("list");
}

/** A list may have the name that it selects. */
const isItem = ({ verb, prefix }: RequestInfo): boolean =>
  prefix === "watch" || (verb !== "list" && verb !== "watch");
