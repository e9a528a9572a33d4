import { LongBody, type ServerRequest, type ServerResponse } from "../../api/exchange/exchange.ts";
import { type Status, StatusError } from "../../api/status.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import { decodeJson } from "../../json/parse/decode.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { encodeProtobuf } from "../../types/protobuf/encode-envelope.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer, ListAnswer, ObjectAnswer } from "./answer.ts";
import { compress, type TakesGzip, takesBareGzip, takesRatedGzip } from "./compress.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { encodeValue, indented } from "./encode-value.ts";
import { MEDIA_TYPES } from "./media-types.ts";
import { type Accepted, negotiate, negotiateAnswer } from "./negotiate.ts";
import { wantsPretty } from "./pretty.ts";
import { ANSWERS } from "./restrictions.ts";

/** Encodes an answer in the form that the client accepts. */
export function respond(context: RequestContext, answer: Answer): ServerResponse | Promise<ServerResponse> {
  if (answer.kind === "raw" && answer.response.connection !== undefined) return answer.response;
  if (answer.kind === "raw" && answer.passedBack) return besideCommonHeaders(context, answer.response);
  if (answer.kind === "raw") return compressed(context, answer.response, takesRatedGzip);
  const accepted = indentedFor(context, context.accepted ?? negotiateAnswer(acceptOf(context.request)));
  if (answer.kind === "status") return respondStatus(context, answer.status, accepted);
  if (answer.kind === "object") context.responseObject = answer.document.value;
  if (answer.kind === "value" && context.audited !== undefined) context.responseObject = answer.value;
  const isShown = answer.kind === "list" || (answer.kind === "object" && accepted.transform !== undefined);
  if (!isShown || context.audited?.decided?.level !== "RequestResponse")
    return encoded(context, answer, accepted);
  return answerForAudit(context, answer, accepted).then((shown) => {
    context.responseObject = shown;
    return encoded(context, answer, accepted);
  });
}

function encoded(
  context: RequestContext,
  answer: Parameters<typeof encodeAnswer>[1],
  accepted: Accepted,
): ServerResponse | Promise<ServerResponse> {
  const encoded = encodeAnswer(context, answer, accepted);
  const body = encoded instanceof LongBody ? context.budget.paced(context, encoded) : encoded;
  const headers = {
    "content-type": MEDIA_TYPES[accepted.encoding],
    ...(answer.kind === "object" ? answer.headers : undefined),
  };
  const status = answer.kind === "list" ? 200 : answer.status;
  return compressed(context, { status, headers, body }, takesBareGzip);
}

const compressed = (
  context: RequestContext,
  response: ServerResponse,
  takesGzip: TakesGzip,
): ServerResponse | Promise<ServerResponse> =>
  thenMaybe(compress(context, response, takesGzip), (made) => withCommonHeaders(context, made));

/** Encodes a refusal. It is never a Table; if no form is acceptable to the client, it is indented JSON. */
export function respondError(context: RequestContext, error: StatusError): ServerResponse {
  if (context.trail !== undefined && error.cause instanceof Error)
    context.trail.problem = error.cause.message;
  const accepted = negotiate(acceptOf(context.request), ANSWERS);
  const response = respondStatus(context, error.status, accepted && indentedFor(context, accepted));
  const retry = error.status.details?.retryAfterSeconds ?? 0;
  const headers = {
    ...response.headers,
    ...error.headers,
    ...(retry > 0 ? { "retry-after": String(retry) } : {}),
  };
  return { ...response, headers };
}

/** Returns the first line of the Accept header; further lines are ignored. */
export function acceptOf(request: Pick<ServerRequest, "headers" | "headerValues">): string {
  const { accept = "" } = request.headers;
  return accept.includes(",") ? (request.headerValues("accept")[0] ?? "") : accept;
}

/** Adds indentation if the query or the user agent of the client asks for it. */
function indentedFor({ request }: RequestContext, accepted: Accepted): Accepted {
  return accepted.pretty || !wantsPretty(request) ? accepted : { ...accepted, pretty: true };
}

function respondStatus(
  context: RequestContext,
  status: Status,
  accepted: Accepted | undefined,
): ServerResponse {
  const value = statusValue(status);
  // A response without negotiation is in no audit log (handlers/responsewriters/writers.go,
  // WriteObjectNegotiated).
  if (accepted !== undefined) context.responseObject = value;
  const headers = { "content-type": MEDIA_TYPES[accepted?.encoding ?? "json"] };
  const body = accepted === undefined ? indented(value) : encodeStatus(value, accepted);
  return withCommonHeaders(context, { status: status.code ?? 200, headers, body });
}

/**
 * Encodes a Status. One that cannot be encoded is replaced by the error, with the original code
 * (SerializeObject of responsewriters/writers.go).
 */
function encodeStatus(status: JsonObject, accepted: Accepted): string | Uint8Array {
  if (accepted.encoding === "protobuf") return encodeProtobuf(status) ?? "";
  try {
    return encodeValue(status, accepted);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return encodeValue(statusValue(error.status), accepted);
  }
}

const statusValue = (status: Status): JsonObject => status as unknown as JsonObject;

const flowHeaders = ({ flow }: RequestContext): Record<string, string> =>
  flow === undefined
    ? {}
    : {
        "x-kubernetes-pf-flowschema-uid": flow.schemaUid,
        "x-kubernetes-pf-prioritylevel-uid": flow.levelUid,
      };

function withCommonHeaders(context: RequestContext, response: ServerResponse): ServerResponse {
  const warnings = context.warnings.headers();
  return {
    ...response,
    headers: {
      "audit-id": context.auditId,
      "cache-control": "no-cache, private",
      ...flowHeaders(context),
      ...response.headers,
      ...(warnings.length === 0 ? {} : { warning: warnings }),
    },
  };
}

/** Adds the common headers to a response of another server. A header that both have is sent twice. */
function besideCommonHeaders(context: RequestContext, response: ServerResponse): ServerResponse {
  const { headers: own } = withCommonHeaders(context, { status: response.status, headers: {} });
  const headers: Record<string, string | readonly string[]> = { ...own };
  for (const [name, value] of Object.entries(response.headers)) {
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...response, headers };
}

/**
 * Limit of an answer in an audit log: a longer one would block the event loop, and log readers do not accept
 * such lines.
 */
const MOST_BYTES = 8 << 20;

/**
 * Returns an object, a list or its Table as the response object of an audit event of level RequestResponse;
 * undefined: it is too long.
 */
async function answerForAudit(
  context: RequestContext,
  answer: ObjectAnswer | ListAnswer,
  accepted: Accepted,
): Promise<Json | undefined> {
  const encoded = encodeAnswer(context, answer, { ...accepted, encoding: "json", pretty: false });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of encoded instanceof LongBody ? encoded.pieces : [encoded]) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    length += bytes.length;
    if (length > MOST_BYTES) return undefined;
    pieces.push(bytes);
  }
  return decodeJson(Buffer.concat(pieces));
}
