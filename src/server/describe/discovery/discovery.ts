import type { JsonObject } from "../../../json/value.ts";
import { splitPath } from "../../accept/request-info.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { plainNotFound } from "../../respond/plain.ts";
import { aggregatedDocument } from "./aggregated-document.ts";
import { type ListedGroup, listedGroup, listedGroups } from "./listed-groups.ts";
import { groupList, groupOf, resourceList } from "./resource-lists.ts";
import { type Discovery, servedVerbs } from "./served-verbs.ts";

/** Answers `/api`. */
export function coreDocument(discovery: Discovery, context: RequestContext): Answer {
  return aggregatedDocument(discovery, context, true) ?? value(apiVersions(discovery, context));
}

/** Answers `/apis`. */
export function groupsDocument(discovery: Discovery, context: RequestContext): Answer {
  return aggregatedDocument(discovery, context, false) ?? groupListDocument(discovery);
}

/** Answers `/apis/`, which is never in the aggregated form. */
export const groupListDocument = (discovery: Discovery): Answer =>
  value(groupList(listedGroups(discovery).legacy));

/** Answers `/apis/{group}`. */
const groupDocument = (group: ListedGroup): Answer =>
  value({ kind: "APIGroup", apiVersion: "v1", ...groupOf(group) });

/** Answers `/apis/{group}` by the name of the group. */
export function namedGroupDocument(discovery: Discovery, name: string): Answer | undefined {
  const group = listedGroup(discovery, name);
  return group && groupDocument(group);
}

/** Answers `/api/v1` and `/apis/{group}/{version}`. */
export function resourceDocument(discovery: Discovery, group: string, version: string): Answer {
  const list = resourceList(discovery.registry(), group, version, servedVerbs(discovery));
  return list === undefined ? plainNotFound() : value(list);
}

/** Answers `/apis/{group}`, and `/apis/{group}/{version}` of custom resources; undefined if there is none. */
export function customGroupDocument(discovery: Discovery, path: string): Answer | undefined {
  const [, name = "", version, ...more] = splitPath(path);
  if (name === "" || more.length > 0) return undefined;
  if (version === undefined) return namedGroupDocument(discovery, name);
  return discovery.registry().group(name) && resourceDocument(discovery, name, version);
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
