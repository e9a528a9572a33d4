import type { JsonObject } from "../../../api/json.ts";
import type { RegisteredGroup } from "../../../resources/registry.ts";
import { splitPath } from "../../accept/request-info.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { plainNotFound } from "../plain.ts";
import { aggregatedDocument } from "./aggregated-document.ts";
import { groupList, groupOf, resourceList } from "./resource-lists.ts";
import type { Discovery } from "./served-verbs.ts";
import { servedVerbs } from "./served-verbs.ts";

/** `/api`. */
export function coreDocument(discovery: Discovery, context: RequestContext): Answer {
  return aggregatedDocument(discovery, context, true) ?? value(apiVersions(discovery, context));
}

/** `/apis`. */
export function groupsDocument(discovery: Discovery, context: RequestContext): Answer {
  return aggregatedDocument(discovery, context, false) ?? groupListDocument(discovery);
}

/** `/apis/`, which is never in the aggregated form. */
export const groupListDocument = (discovery: Discovery): Answer => value(groupList(discovery.registry()));

/** `/apis/{group}`. */
export const groupDocument = (group: RegisteredGroup): Answer =>
  value({ kind: "APIGroup", apiVersion: "v1", ...groupOf(group) });

/** `/api/v1` and `/apis/{group}/{version}`. */
export function resourceDocument(discovery: Discovery, group: string, version: string): Answer {
  const list = resourceList(discovery.registry(), group, version, servedVerbs(discovery));
  return list === undefined ? plainNotFound() : value(list);
}

/** `/apis/{group}` and `/apis/{group}/{version}` of custom resources; undefined where there are none. */
export function customGroupDocument(discovery: Discovery, path: string): Answer | undefined {
  const [, name = "", version, ...more] = splitPath(path);
  const group = name === "" || more.length > 0 ? undefined : discovery.registry().group(name);
  if (group === undefined) return undefined;
  return version === undefined ? groupDocument(group) : resourceDocument(discovery, name, version);
}

const value = (json: JsonObject): Answer => ({ kind: "value", status: 200, value: json });

function apiVersions({ serverAddress }: Discovery, { request }: RequestContext): JsonObject {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [
      { clientCIDR: "0.0.0.0/0", serverAddress: serverAddress ?? request.headers.host ?? "" },
    ],
  };
}
