import { createHash } from "node:crypto";
import type { JsonObject } from "../../../api/json.ts";
import { resourceNotFound } from "../../../api/status.ts";
import { stringify } from "../../../json/stringify.ts";
import type { RegisteredGroup, Registry } from "../../../resources/registry.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { parseClause } from "../../respond/negotiate.ts";
import { assertGet, assertObjectAccepted } from "../accepts.ts";
import { isCustom } from "../custom-group.ts";
import { plainNotFound } from "../plain.ts";
import { aggregated, groupList, groupOf, resourceList, type ServedVerbs } from "./resource-lists.ts";

/** `/api`, `/apis`, `/api/v1`, `/apis/{group}` and `/apis/{group}/{version}`; undefined for other paths. */
export function discovery(house: House, context: RequestContext): Answer | undefined {
  const segments = context.info.path.split("/").filter((s) => s !== "");
  const [root, group, version] = segments;
  if (root === "api") return segments.length > 2 ? undefined : coreDiscovery(house, context, group);
  if (root !== "apis" || segments.length > 3) return undefined;
  if (group === undefined) return rootDiscovery(house, context, false);
  const found = house.registry().group(group);
  if (found === undefined || group === "") return plainNotFound();
  if (version === undefined) {
    assertObjectAccepted(context);
    return value({ kind: "APIGroup", apiVersion: "v1", ...groupOf(found) });
  }
  return groupVersion(house, context, found, version);
}

function coreDiscovery(house: House, context: RequestContext, version: string | undefined): Answer {
  if (version === undefined) {
    assertGet(context);
    return rootDiscovery(house, context, true);
  }
  const core = house.registry().group("");
  return core === undefined ? plainNotFound() : groupVersion(house, context, core, version);
}

/** Of groups of custom resources the reference answers any method, and in plain text where it knows nothing. */
function groupVersion(
  house: House,
  context: RequestContext,
  group: RegisteredGroup,
  version: string,
): Answer {
  const custom = isCustom(group);
  if (!custom) assertGet(context);
  const list = resourceList(house.registry(), group.name, version, servedVerbs(house));
  if (list !== undefined) {
    if (custom) assertObjectAccepted(context);
    return value(list);
  }
  if (custom || group.name === "") return plainNotFound();
  throw resourceNotFound();
}

const value = (json: JsonObject): Answer => ({ kind: "value", status: 200, value: json });

/** While a definition is being removed, its objects may only be looked at and deleted. */
function servedVerbs({ views }: House): ServedVerbs {
  return (resource) =>
    resource.custom && views.isTerminating(resource)
      ? resource.verbs.filter((verb) => verb !== "create" && verb !== "update" && verb !== "patch")
      : resource.verbs;
}

function rootDiscovery(house: House, context: RequestContext, core: boolean): Answer {
  const apiVersion = aggregatedVersion(context.request.headers.accept);
  if (apiVersion === undefined) {
    if (!core) assertObjectAccepted(context);
    return value(core ? apiVersions(context) : groupList(house.registry()));
  }
  const { bytes, etag } = aggregatedDocument(house, core, apiVersion);
  const contentType = `application/json;g=apidiscovery.k8s.io;v=${apiVersion};as=APIGroupDiscoveryList`;
  const headers = { "content-type": contentType, etag, vary: "Accept" };
  if (context.request.headers["if-none-match"] === etag)
    return { kind: "raw", response: { status: 304, headers: { etag, vary: "Accept" } } };
  return { kind: "raw", response: { status: 200, headers, body: bytes } };
}

interface AggregatedDocument {
  /** Which definitions were being removed when it was made. */
  readonly terminating: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Made once for a state of the registry: clients ask for it at their every start. */
const aggregatedDocuments = new WeakMap<Registry, Map<string, AggregatedDocument>>();

function aggregatedDocument(house: House, core: boolean, apiVersion: string): AggregatedDocument {
  const registry = house.registry();
  const documents = aggregatedDocuments.get(registry) ?? new Map<string, AggregatedDocument>();
  aggregatedDocuments.set(registry, documents);
  const terminating = registry.resources
    .filter((resource) => resource.custom && house.views.isTerminating(resource))
    .map((resource) => resource.storagePrefix)
    .join();
  const name = `${core} ${apiVersion}`;
  const known = documents.get(name);
  if (known?.terminating === terminating) return known;
  const json = aggregated(registry, core, `apidiscovery.k8s.io/${apiVersion}`, servedVerbs(house));
  const bytes = Buffer.from(`${stringify(json)}\n`);
  const etag = `"${createHash("sha512").update(bytes).digest("hex").toUpperCase()}"`;
  const document = { terminating, bytes, etag };
  documents.set(name, document);
  return document;
}

/** Only when the client's first choice among what we have is aggregated discovery. */
function aggregatedVersion(accept: string | undefined): "v2" | "v2beta1" | undefined {
  for (const clause of (accept ?? "").split(",").map(parseClause)) {
    if (clause.type !== "application/json" && clause.type !== "*/*" && clause.type !== "application/*")
      continue;
    const { g, v, as } = clause.parameters;
    if (as === undefined) return undefined;
    if (g === "apidiscovery.k8s.io" && as === "APIGroupDiscoveryList" && (v === "v2" || v === "v2beta1"))
      return v;
  }
  return undefined;
}

function apiVersions(context: RequestContext): JsonObject {
  const serverAddress = context.request.headers.host ?? "";
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
  };
}
