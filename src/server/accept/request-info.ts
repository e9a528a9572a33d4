import type { ServerRequest } from "../../api/exchange.ts";

/** What the URL and the method say, before anything is looked up (the reference's RequestInfo). */
export interface RequestInfo {
  readonly isResource: boolean;
  /** Decoded path, without query. */
  readonly path: string;
  /** create, get, list, watch, update, patch, delete, deletecollection; a non-resource path: the method in lower case. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** What follows the subresource: the path behind `proxy/`. */
  readonly rest: readonly string[];
  /** The deprecated `/watch/` prefix. */
  readonly watchPrefix: boolean;
}

const VERBS: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Only these may follow `namespaces/{name}` as a subresource; anything else is a resource inside the namespace. */
const NAMESPACE_SUBRESOURCES = new Set(["status", "finalize"]);

const REMEMBERED = 1000;
const posts = new Map<string, RequestInfo>();

/** As `parseRequestInfo`; the paths that objects are created under come again and again. */
export function requestInfoOf(request: ServerRequest): RequestInfo {
  if (request.method !== "POST" || request.rawQuery !== "") return parseRequestInfo(request);
  const known = posts.get(request.path);
  if (known !== undefined) return known;
  const info = parseRequestInfo(request);
  if (posts.size >= REMEMBERED) posts.clear();
  posts.set(request.path, info);
  return info;
}

/** Method and path of a request → what it is about. Never fails: what is no resource path is a plain path. */
export function parseRequestInfo(request: Pick<ServerRequest, "method" | "path" | "query">): RequestInfo {
  const path = decodePath(request.path);
  const segments = path.split("/").filter((s) => s !== "");
  const plain = { ...EMPTY, path, verb: request.method.toLowerCase() };
  const prefix = segments[0];
  if (prefix === "api" && segments.length >= 3) return resourceInfo(request, path, "", segments.slice(1));
  if (prefix === "apis" && segments.length >= 4)
    return resourceInfo(request, path, segments[1] ?? "", segments.slice(2));
  return plain;
}

const EMPTY = {
  isResource: false,
  group: "",
  version: "",
  namespace: "",
  resource: "",
  subresource: "",
  name: "",
  rest: [] as readonly string[],
  watchPrefix: false,
};

/** `parts`: version, then [watch], then [namespaces, ns], resource, name, subresource, rest. */
function resourceInfo(
  request: Pick<ServerRequest, "method" | "query">,
  path: string,
  group: string,
  parts: string[],
): RequestInfo {
  const [version = "", ...afterVersion] = parts;
  const watchPrefix = afterVersion[0] === "watch" && afterVersion.length > 1;
  const where = locate(watchPrefix ? afterVersion.slice(1) : afterVersion);
  const verb = watchPrefix ? "watch" : (VERBS[request.method] ?? "");
  const info = { ...EMPTY, ...where, isResource: true, path, verb, group, version, watchPrefix };
  return refineVerb(info, request.query);
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

function refineVerb(info: RequestInfo, query: URLSearchParams): RequestInfo {
  const verb = collectionVerb(info, query);
  if (info.name !== "" || (verb !== "list" && verb !== "watch" && verb !== "deletecollection"))
    return { ...info, verb };
  return { ...info, verb, name: nameFromSelector(query.get("fieldSelector")) };
}

function collectionVerb(info: RequestInfo, query: URLSearchParams): string {
  if (info.name !== "") return info.verb;
  if (info.verb === "get") return isTrue(query.get("watch")) ? "watch" : "list";
  return info.verb === "delete" ? "deletecollection" : info.verb;
}

/** Go's conversion of a query value to bool: any text but `false` and `0` is true. */
export function isTrue(value: string | null): boolean {
  return value !== null && value.toLowerCase() !== "false" && value !== "0";
}

/** A list of one name is authorised like that name. */
function nameFromSelector(selector: string | null): string {
  if (selector === null) return "";
  const match = /(?:^|,)metadata\.name==?([^,=!\\]+)(?:,|$)/.exec(selector);
  return match?.[1] ?? "";
}

function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
