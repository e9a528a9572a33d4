import { stringify } from "../../../json/stringify.ts";
import { type Aggregation, passOn } from "../../aggregation/pass-on.ts";
import type { RemoteDiscovery } from "../../aggregation/remote-discovery.ts";
import type { RemoteServices } from "../../aggregation/remote-services.ts";
import type { RemoteSwaggers } from "../../aggregation/remote-swaggers.ts";
import type { Kinds } from "../../kinds.ts";
import { pacer } from "../../loop/turns.ts";
import type { RequestContext } from "../../request-context.ts";
import { parseAccept } from "../../respond/accept-header.ts";
import { type Answer, rawAnswer } from "../../respond/answer.ts";
import { statusOfConditions } from "../../respond/conditions.ts";
import { acceptOf } from "../../respond/respond.ts";
import { gnosticV3 } from "./gnostic/gnostic-v3.ts";
import { type PublishedDocument, type PublishedDocuments, publishedDocuments } from "./published.ts";
import { protobufOf, version2Of } from "./swagger/version2.ts";

const JSON_TYPE = "application/json";
const V2_TYPE = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
const V3_TYPE = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";

/** Dependencies of OpenAPI: the kinds of this server and those of others. */
export interface Described extends Aggregation, Kinds {
  readonly remoteDiscovery: RemoteDiscovery;
  readonly remoteSwaggers: RemoteSwaggers;
  readonly remoteServices: RemoteServices;
}

/**
 * Answers `/openapi/v2`, `/openapi/v3` and one document for each served group version
 * (apiserver/pkg/server/routes/openapi.go, InstallV2).
 */
export function openapi(
  described: Described,
  context: RequestContext,
): Answer | undefined | Promise<Answer | undefined> {
  const { path } = context.info;
  if (path === "/openapi/v2") return version2(described, context);
  if (path !== "/openapi/v3" && !path.startsWith("/openapi/v3/")) return undefined;
  const documents = publishedDocuments(described.registry());
  if (path === "/openapi/v3") return index(context, documents, described.remoteDiscovery);
  const name = path.slice("/openapi/v3/".length);
  const remote = described.remoteServices.at(`/${name}`);
  if (remote !== undefined) return passOn(described, context, remote);
  const document = documents.get(name);
  return document === undefined ? rawAnswer(404, {}) : answer(context, name, document);
}

/**
 * Answers the index. Its media type is `text/plain`, for any Accept header. It has the hashes of all documents: the first
 * one makes them, with turns for other requests between them.
 */
async function index(
  context: RequestContext,
  documents: PublishedDocuments,
  { openApi }: RemoteDiscovery,
): Promise<Answer> {
  const pause = pacer(context);
  const own: [name: string, url: string][] = [];
  for (const name of documents.names) {
    own.push([name, `/openapi/v3/${name}?hash=${documents.get(name)?.hash ?? ""}`]);
    await pause();
  }
  const paths = new Map([...own, ...openApi].sort(([a], [b]) => (a < b ? -1 : 1)));
  const shown = [...paths].map(([name, serverRelativeURL]) => [name, { serverRelativeURL }]);
  const body = stringify({ paths: Object.fromEntries(shown) });
  return served(
    context,
    shownIn(documents, body),
    { "content-type": "text/plain; charset=utf-8" },
    () => body,
  );
}

interface Index {
  readonly text: string;
}

const indexes = new WeakMap<PublishedDocuments, Index>();

/** Returns the index with the time of its first answer, as long as its text is the same. */
function shownIn(documents: PublishedDocuments, text: string): Index {
  const known = indexes.get(documents);
  if (known?.text === text) return known;
  const shown = { text };
  indexes.set(documents, shown);
  return shown;
}

const modified = new WeakMap<object, number>();

/**
 * Answers with the document, or with 304 if the client has it. Its time is that of its first answer.
 * @param made source of the document: while it is the same value, the document is unchanged
 */
function served(
  { request, receivedAt }: RequestContext,
  made: object,
  headers: Readonly<Record<string, string>>,
  body: () => string | Uint8Array,
): Answer {
  const modifiedAt = modified.get(made) ?? receivedAt;
  modified.set(made, modifiedAt);
  const { etag } = headers;
  const status = statusOfConditions(request, etag === undefined ? { modifiedAt } : { etag, modifiedAt });
  const all = { ...headers, "last-modified": new Date(modifiedAt).toUTCString() };
  if (status === undefined) return rawAnswer(200, all, body());
  return rawAnswer(status, withoutDocument(status, all));
}

/**
 * Builds the response without a document. Go determines the type of the index only when it sends it. With an
 * ETag, the time is omitted.
 */
function withoutDocument(
  status: 304 | 412,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { "content-type": _type, "last-modified": time = "", ...rest } = headers;
  if (headers.etag === undefined) return { ...rest, "last-modified": time };
  return status === 304 ? rest : headers;
}

function answer(context: RequestContext, name: string, document: PublishedDocument): Answer {
  const form = formOf(context, V3_TYPE);
  if (form === undefined) return rawAnswer(406, { vary: "Accept" });
  const etag = `"${document.hash}"`;
  const headers: Record<string, string> = { "content-type": form, etag, vary: "Accept" };
  const asked = context.request.query.get("hash") ?? "";
  if (asked !== "" && asked !== document.hash) {
    headers.location = `/openapi/v3/${name}?hash=${document.hash}`;
    return rawAnswer(301, headers);
  }
  if (asked === document.hash) {
    headers["cache-control"] = "public, immutable";
    headers.expires = inAYear(context.receivedAt);
  }
  return served(context, document, headers, () =>
    form === JSON_TYPE ? document.bytes : gnosticV3(document),
  );
}

/** Formats the time one year later, as Go formats a UTC time. */
function inAYear(now: number): string {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() + 1);
  return then.toUTCString().replace("GMT", "UTC");
}

/**
 * Returns the accepted media type: JSON or the protobuf form; the older name of the latter has an `@` instead
 * of a dot.
 */
function formOf(context: RequestContext, protobuf: string): string | undefined {
  const older = protobuf.replace(/\.v1\.0\+/, "@v1.0+");
  for (const { type, subtype } of parseAccept(acceptOf(context.request) || "*/*")) {
    const fits = (name: string) =>
      (type === "*" || type === "application") && (subtype === "*" || name === `application/${subtype}`);
    if (fits(JSON_TYPE)) return JSON_TYPE;
    if (fits(protobuf) || fits(older)) return protobuf;
  }
  return undefined;
}

async function version2({ registry, remoteSwaggers }: Described, context: RequestContext): Promise<Answer> {
  const form = formOf(context, V2_TYPE);
  const vary = "Accept-Encoding, Accept";
  if (form === undefined) return rawAnswer(406, { vary });
  const pause = pacer(context);
  const state = await version2Of(publishedDocuments(registry()), remoteSwaggers, pause);
  const body = form === JSON_TYPE ? state.bytes : await protobufOf(state, pause);
  const headers = { "content-type": form, etag: `"${state.hash}"`, vary };
  return served(context, state, headers, () => body);
}
