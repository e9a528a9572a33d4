import { createHash } from "node:crypto";
import { Document } from "../../../api/object/document.ts";
import { stringify } from "../../../json/stringify.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Registry } from "../../../resources/registry.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer, Shown } from "../../respond/answer.ts";
import { MEDIA_TYPES } from "../../respond/media-types.ts";
import { negotiate } from "../../respond/negotiate.ts";
import { acceptOf } from "../../respond/respond.ts";
import { AGGREGATED_DISCOVERY } from "../../respond/restrictions.ts";
import { type ListedGroup, listedGroups } from "./listed-groups.ts";
import { aggregated } from "./resource-lists.ts";
import { type Discovery, servedVerbs } from "./served-verbs.ts";

const AS = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const SHOWN: Shown = { group: "apidiscovery.k8s.io", version: "v2", columns: [], cells: () => [] };

/**
 * Returns the discovery of the core group or of all others in one document; undefined if the client does not
 * accept that form.
 */
export function aggregatedDocument(
  discovery: Discovery,
  context: RequestContext,
  core: boolean,
): Answer | undefined {
  const accepted = negotiate(acceptOf(context.request), AGGREGATED_DISCOVERY);
  if (accepted === undefined) return undefined;
  const { document, etag } = documentOf(discovery, core);
  const cached = { etag, vary: "Accept", "cache-control": "public" };
  if (context.request.headers["if-none-match"] === etag)
    return { kind: "raw", response: { status: 304, headers: cached } };
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
  const content = aggregated(groups, servedVerbs(discovery));
  const head = { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2" };
  const made = {
    groups,
    terminating,
    document: new Document({ ...head, ...content }),
    etag: etagOf(content),
  };
  documents.set(core, made);
  return made;
}

/**
 * Computes the ETag over the list without its type, so that it is equal in all encodings, as the reference's
 * calculateETag does.
 */
const etagOf = (content: JsonObject): string =>
  `"${createHash("sha512").update(stringify(content)).digest("hex").toUpperCase()}"`;
