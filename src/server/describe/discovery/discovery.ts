import { createHash } from "node:crypto";
import { Document } from "../../../api/object/document.ts";
import { stringify } from "../../../json/stringify.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Registry } from "../../../resources/registry.ts";
import { splitPath } from "../../accept/request-info.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Answer, rawAnswer, type Shown } from "../../respond/answer.ts";
import { MEDIA_TYPES } from "../../respond/media-types.ts";
import { negotiate } from "../../respond/negotiate.ts";
import { plainNotFound } from "../../respond/plain.ts";
import { acceptOf } from "../../respond/respond.ts";
import { AGGREGATED_DISCOVERY } from "../../respond/restrictions.ts";
import { type Discovery, type ListedGroup, listedGroup, listedGroups } from "./listed-groups.ts";
import { aggregated, groupList, groupOf, resourceList } from "./resource-lists.ts";

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

/** Answers `/apis/{group}` by the name of the group. */
export function namedGroupDocument(discovery: Discovery, name: string): Answer | undefined {
  const group = listedGroup(discovery, name);
  return group && value({ kind: "APIGroup", apiVersion: "v1", ...groupOf(group) });
}

/** Answers `/api/v1` and `/apis/{group}/{version}`. */
export function resourceDocument(discovery: Discovery, group: string, version: string): Answer {
  const list = resourceList(discovery, group, version);
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

const AS = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const SHOWN: Shown = { group: "apidiscovery.k8s.io", version: "v2", columns: [], cells: () => [] };

/**
 * Returns the discovery of the core group or of all others in one document; undefined if the client does not
 * accept that form.
 */
function aggregatedDocument(
  discovery: Discovery,
  context: RequestContext,
  core: boolean,
): Answer | undefined {
  const accepted = negotiate(acceptOf(context.request), AGGREGATED_DISCOVERY);
  if (accepted === undefined) return undefined;
  const { document, etag } = documentOf(discovery, core);
  const cached = { etag, vary: "Accept", "cache-control": "public" };
  if (context.request.headers["if-none-match"] === etag) return rawAnswer(304, cached);
  context.accepted = { ...accepted, transform: undefined };
  const headers = { ...cached, "content-type": `${MEDIA_TYPES[accepted.encoding]};${AS}` };
  return { kind: "object", status: 200, shownAs: SHOWN, document, headers };
}

interface AggregatedDocument {
  readonly groups: readonly ListedGroup[];
  /** Definitions that were terminating when the document was made. */
  readonly terminating: string;
  readonly document: Document<JsonObject>;
  readonly etag: string;
}

/** Documents by state of the registry: clients request them at each start. */
const known = new WeakMap<Registry, Map<boolean, AggregatedDocument>>();

function documentOf(discovery: Discovery, core: boolean): AggregatedDocument {
  const registry = discovery.registry();
  const documents = known.get(registry) ?? new Map<boolean, AggregatedDocument>();
  known.set(registry, documents);
  const terminating = registry.resources
    .filter((resource) => resource.custom && discovery.views.isTerminating(resource))
    .map((resource) => resource.storagePrefix)
    .join();
  const groups = core
    ? registry.groups.filter(({ name }) => name === "")
    : listedGroups(discovery).aggregated;
  const earlier = documents.get(core);
  if (earlier?.terminating === terminating && (core || earlier.groups === groups)) return earlier;
  const content = aggregated(discovery, groups);
  const head = { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2" };
  const document = new Document({ ...head, ...content });
  const made = { groups, terminating, document, etag: etagOf(content) };
  documents.set(core, made);
  return made;
}

/**
 * Computes the ETag over the list without its type, so that it is equal in all encodings, as the reference's
 * calculateETag does.
 */
const etagOf = (content: JsonObject): string =>
  `"${createHash("sha512").update(stringify(content)).digest("hex").toUpperCase()}"`;
