import { unescape as decode } from "node:querystring";
import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { parseFieldSelector, requiredValue } from "../../api/selectors/field-selector.ts";
import { parseLabelSelector } from "../../api/selectors/parse-label-selector.ts";
import { remembered } from "../../async/remembered.ts";
import { isTrue, wholeNumber } from "./query-values.ts";

/**
 * Returns the one name that the field selector of a list or watch requires; the request is authorized like
 * one for that name. "" if there is none, or if any option of the list is unreadable (NewRequestInfo in
 * k8s.io/apiserver/pkg/endpoints/request/requestinfo.go).
 */
function selectedName(query: URLSearchParams): string {
  const selector = query.get("fieldSelector");
  if (selector === null || !selector.includes("metadata.name")) return "";
  try {
    parseLabelSelector(query.get("labelSelector") ?? "");
    wholeNumber(query.get("limit"));
    wholeNumber(query.get("timeoutSeconds"));
    const name = requiredValue(parseFieldSelector(selector), "metadata.name");
    return name === undefined || !isPathSegment(name) ? "" : name;
  } catch {
    return "";
  }
}

const isPathSegment = (name: string): boolean => name !== "." && name !== ".." && !/[/%]/.test(name);

/** Properties of a request that follow from URL and method alone (the reference's RequestInfo). */
export interface RequestInfo {
  readonly isResource: boolean;
  /** Decoded path, without query. */
  readonly path: string;
  /** create, get, list, watch, update, patch, delete, deletecollection, proxy; a non-resource path: the method in lower case. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Path segments behind the subresource: the path behind `proxy/`. */
  readonly rest: readonly string[];
  /** A deprecated verb in front of the path: `/api/v1/watch/pods`. */
  readonly prefix: "" | "watch" | "proxy";
  /** Unparsed selector of a list, watch or deletecollection; empty behind a deprecated verb. */
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["GET", "get"],
  ["HEAD", "get"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

/** Only these may follow `namespaces/{name}` as a subresource; anything else is a resource inside the namespace. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Parsed infos of POST requests by path; clients create objects under few paths, which repeat. */
const creation = remembered(
  (path) => parseRequestInfo({ method: "POST", path, query: new URLSearchParams() }),
  { entries: 1000 },
);

/** Returns the same as `parseRequestInfo`, cached for POST. */
export function requestInfoOf(request: ServerRequest): RequestInfo {
  return request.method === "POST" ? creation(request.path) : parseRequestInfo(request);
}

/**
 * Parses method and path of a request as NewRequestInfo of the reference does
 * (k8s.io/apiserver/pkg/endpoints/request/requestinfo.go). Never fails: a path that names no resource is a
 * non-resource path.
 */
export function parseRequestInfo(request: Pick<ServerRequest, "method" | "path" | "query">): RequestInfo {
  const path = request.path.includes("%") ? decode(request.path) : request.path;
  const [root = "", ...parts] = withoutOuterSlashes(path).split("/");
  if (root === "api" && parts.length >= 2) return resourceInfo(request, path, "", parts);
  if (root === "apis" && parts.length >= 3)
    return resourceInfo(request, path, parts[0] ?? "", parts.slice(1));
  return { ...EMPTY, path, verb: request.method.toLowerCase() };
}

/** Splits a path into segments. Empty segments are kept, except at both ends. */
export function splitPath(path: string): readonly string[] {
  const inner = withoutOuterSlashes(path);
  return inner === "" ? [] : inner.split("/");
}

function withoutOuterSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}

const EMPTY: RequestInfo = {
  verb: "",
  path: "",
  isResource: false,
  group: "",
  version: "",
  namespace: "",
  resource: "",
  subresource: "",
  name: "",
  rest: [],
  prefix: "",
  fieldSelector: "",
  labelSelector: "",
};

/**
 * Parses the segments behind the group. `parts`: version, then [watch or proxy], then [namespaces, ns],
 * resource, name, subresource, rest.
 */
function resourceInfo(
  { method, query }: Pick<ServerRequest, "method" | "query">,
  path: string,
  group: string,
  [version = "", ...parts]: string[],
): RequestInfo {
  const prefix: RequestInfo["prefix"] = parts[0] === "watch" || parts[0] === "proxy" ? parts[0] : "";
  const place = locate(prefix === "" ? parts : parts.slice(1));
  const about = { ...EMPTY, ...place, isResource: true, path, group, version, prefix };
  if (prefix === "watch") return { ...about, verb: "watch" };
  // Behind this verb there are no subresources.
  if (prefix === "proxy") return { ...about, verb: "proxy", subresource: "" };
  const verb = VERBS.get(method) ?? "";
  if (about.name !== "") return { ...about, verb };
  if (verb !== "delete" && verb !== "get") return { ...about, verb };
  const selected = {
    ...about,
    fieldSelector: query.get("fieldSelector") ?? "",
    labelSelector: query.get("labelSelector") ?? "",
  };
  if (verb === "delete") return { ...selected, verb: "deletecollection" };
  const isWatch = isTrue(query.get("watch"));
  return { ...selected, verb: isWatch ? "watch" : "list", name: selectedName(query) };
}

function locate(
  parts: readonly string[],
): Pick<RequestInfo, "namespace" | "resource" | "name" | "subresource" | "rest"> {
  let namespace = "";
  let rest = parts;
  if (parts[0] === "namespaces" && parts.length > 1) {
    namespace = parts[1] ?? "";
    if (parts.length > 2 && !NAMESPACE_SUBRESOURCES.has(parts[2] ?? "")) rest = parts.slice(2);
  }
  const [resource = "", name = "", subresource = "", ...more] = rest;
  return { namespace, resource, name, subresource, rest: more };
}
