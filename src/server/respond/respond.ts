import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ServerResponse } from "../../api/exchange.ts";
import { formatGroupVersion } from "../../api/group-version.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { notAcceptable, type Status, type StatusError } from "../../api/status.ts";
import { writeYaml } from "../../json/go-yaml/write-yaml.ts";
import { stringify } from "../../json/stringify.ts";
import { encodeProtobuf } from "../../resources/protobuf/encode-envelope.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer, ListAnswer, ObjectAnswer, StatusAnswer } from "./answer.ts";
import { joinList, withoutType } from "./join-list.ts";
import { type Accepted, type Encoding, negotiate, withoutProtobuf } from "./negotiate.ts";
import { protobufOf } from "./protobuf-form.ts";
import { makeTable, parseIncludeObject, partialMetadata } from "./table.ts";

const gzipAsync = promisify(gzip);
/** Smaller bodies are not worth the work (the reference's figure). */
const GZIP_FROM_BYTES = 128 * 1024;
const PLAIN: Accepted = { encoding: "json", pretty: false, as: undefined, metaVersion: "v1" };

/** Answer → bytes, in the form that the client accepts. An Accept header that nothing satisfies ends as its own 406. */
export async function respond(context: RequestContext, answer: Answer): Promise<ServerResponse> {
  if (answer.kind === "raw") return withCommonHeaders(context, await compress(context, answer.response));
  if (answer.kind === "status") return respondStatus(context, answer.status);
  if (answer.kind === "object") context.responseObject = answer.document.value;
  const wanted = acceptedBy(context);
  const protobuf = wanted.encoding === "protobuf" ? protobufOf(answer, wanted) : undefined;
  const accepted = protobuf === undefined ? withoutProtobuf(wanted) : wanted;
  const contentType = answer.kind === "value" ? answer.contentType : undefined;
  const body = protobuf ?? encodeAnswer(context, answer, accepted);
  const headers = {
    "content-type": contentType ?? mediaType(accepted),
    ...(answer.kind === "value" ? answer.headers : undefined),
  };
  const status = answer.kind === "list" ? 200 : answer.status;
  return withCommonHeaders(context, await compress(context, { status, headers, body }));
}

/** A refusal. Never a Table; where even the Accept header is wrong, JSON. */
export function respondError(context: RequestContext, error: StatusError): ServerResponse {
  const response = respondStatus(context, error.status, acceptedOr(context, PLAIN));
  const retry = error.status.details?.retryAfterSeconds;
  const headers = {
    ...response.headers,
    ...error.headers,
    ...(retry ? { "retry-after": String(retry) } : {}),
  };
  return { ...response, headers };
}

function respondStatus(
  context: RequestContext,
  status: Status,
  accepted = acceptedBy(context),
): ServerResponse {
  const headers = { "content-type": mediaType(accepted) };
  context.responseObject = statusValue(status);
  const body =
    accepted.encoding === "protobuf"
      ? (encodeProtobuf(status as unknown as JsonObject) ?? "")
      : encodeValue(context.responseObject, accepted);
  return withCommonHeaders(context, { status: status.code ?? 200, headers, body });
}

const statusValue = (status: Status): Json => status as unknown as JsonObject;

export function acceptedBy({ request }: RequestContext): Accepted {
  return negotiate({
    accept: request.headers.accept,
    userAgent: request.headers["user-agent"],
    pretty: request.rawQuery === "" ? null : request.query.get("pretty"),
  });
}

function acceptedOr(context: RequestContext, fallback: Accepted): Accepted {
  try {
    return acceptedBy(context);
  } catch {
    return fallback;
  }
}

function encodeAnswer(
  context: RequestContext,
  answer: Exclude<Answer, { kind: "raw" } | StatusAnswer>,
  accepted: Accepted,
): string | Uint8Array {
  switch (answer.kind) {
    case "value":
      return encodeValue(answer.value, answer.contentType === undefined ? accepted : PLAIN);
    case "object":
      return encodeObject(context, answer, accepted);
    case "list":
      return encodeList(context, answer, accepted);
  }
}

function encodeObject(
  context: RequestContext,
  answer: ObjectAnswer,
  accepted: Accepted,
): string | Uint8Array {
  const object = answer.document.value as KubeObject;
  switch (accepted.as) {
    case undefined:
      return accepted.encoding === "json" && !accepted.pretty
        ? Buffer.concat([answer.document.bytes, LINE_END])
        : encodeValue(object, accepted);
    case "Table":
      return encodeValue(tableOf(context, answer.shownAs, [object], accepted, ownVersion(object)), accepted);
    case "PartialObjectMetadata":
      return encodeValue(partialMetadata(answer.shownAs, object, accepted.metaVersion), accepted);
    case "PartialObjectMetadataList":
      throw notAcceptable(
        `you requested PartialObjectMetadataList, but the requested object is not a list (*${goName(object)})`,
      );
  }
}

/** Go's encoder ends every value with it. */
const LINE_END = Buffer.from("\n");

const ownVersion = (object: KubeObject): { resourceVersion?: string } =>
  object.metadata.resourceVersion === undefined ? {} : { resourceVersion: object.metadata.resourceVersion };

function goName(object: KubeObject): string {
  const version = (object.apiVersion ?? "v1").split("/").at(-1);
  return `${version === "v1" ? "core" : version}.${object.kind}`;
}

function tableOf(
  context: RequestContext,
  shown: ObjectAnswer["shownAs"],
  objects: readonly KubeObject[],
  accepted: Accepted,
  metadata: ListAnswer["metadata"],
): JsonObject {
  const include = parseIncludeObject(context.request.query.get("includeObject"));
  return makeTable(shown, objects, {
    metadata,
    metaVersion: accepted.metaVersion,
    include,
    now: context.receivedAt,
  });
}

function encodeList(context: RequestContext, answer: ListAnswer, accepted: Accepted): string | Uint8Array {
  const objects = (): KubeObject[] => answer.items.map((d) => d.value as KubeObject);
  switch (accepted.as) {
    case undefined:
      return accepted.encoding === "json" && !accepted.pretty
        ? joinList(listOf(answer, []), answer)
        : encodeValue(listOf(answer, itemValues(answer)), accepted);
    case "Table":
      return encodeValue(tableOf(context, answer.shownAs, objects(), accepted, tableMeta(answer)), accepted);
    case "PartialObjectMetadataList":
      return encodeValue(
        {
          kind: "PartialObjectMetadataList",
          apiVersion: `meta.k8s.io/${accepted.metaVersion}`,
          metadata: { ...answer.metadata },
          items: objects().map((o) => partialMetadata(answer.shownAs, o, accepted.metaVersion)),
        },
        accepted,
      );
    case "PartialObjectMetadata":
      throw notAcceptable(
        `you requested PartialObjectMetadata, but the requested object is a list (*${answer.shownAs.group === "" ? "core" : answer.shownAs.group.split(".")[0]}.${answer.listKind})`,
      );
  }
}

/** Lists of custom resources say that nothing continues them; their Tables do not. */
function tableMeta({ metadata }: ListAnswer): ListAnswer["metadata"] {
  if (metadata.continue !== "") return metadata;
  const { continue: _continue, ...rest } = metadata;
  return rest;
}

/** Lists of custom resources are maps in the reference: their keys are sorted. */
function listOf({ listKind: kind, metadata, shownAs, typedItems }: ListAnswer, items: Json[]): JsonObject {
  const apiVersion = formatGroupVersion(shownAs);
  const { continue: token, remainingItemCount: remaining, resourceVersion } = metadata;
  const next = token === undefined ? {} : { continue: token };
  const count = remaining === undefined ? {} : { remainingItemCount: remaining };
  return typedItems
    ? { apiVersion, items, kind, metadata: { ...next, ...count, resourceVersion } }
    : { kind, apiVersion, metadata: { resourceVersion, ...next, ...count }, items };
}

function itemValues(answer: ListAnswer): Json[] {
  if (answer.typedItems) return answer.items.map((d) => d.value);
  return answer.items.map((d) => withoutType(d.value as KubeObject));
}

export function encodeValue(value: Json, accepted: Accepted): string {
  if (accepted.encoding === "yaml") return writeYaml(value);
  if (!accepted.pretty) return `${stringify(value)}\n`;
  return `${JSON.stringify(value, (_k, v: unknown) => (typeof v === "bigint" ? Number(v) : v), 2)}\n`;
}

const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  json: "application/json",
  yaml: "application/yaml",
  protobuf: "application/vnd.kubernetes.protobuf",
};

const mediaType = (accepted: Accepted): string => MEDIA_TYPES[accepted.encoding];

function withCommonHeaders(context: RequestContext, response: ServerResponse): ServerResponse {
  const warnings = context.warnings.headers();
  return {
    ...response,
    headers: {
      "audit-id": context.auditId,
      "cache-control": "no-cache, private",
      ...response.headers,
      ...(warnings.length === 0 ? {} : { warning: warnings }),
    },
  };
}

async function compress(context: RequestContext, response: ServerResponse): Promise<ServerResponse> {
  const { body } = response;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return response;
  if (response.headers["content-encoding"] !== undefined) return response;
  if (body.length < GZIP_FROM_BYTES || !/\bgzip\b/.test(context.request.headers["accept-encoding"] ?? ""))
    return response;
  const { vary } = response.headers;
  const headers = {
    ...response.headers,
    "content-encoding": "gzip",
    vary: vary === undefined ? "Accept-Encoding" : `Accept-Encoding, ${vary}`,
  };
  return { ...response, headers, body: await gzipAsync(body, { level: 4 }) };
}
