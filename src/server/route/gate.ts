import type { ServerRequest } from "../../api/exchange.ts";
import { methodNotAllowed, StatusError } from "../../api/status.ts";
import { MEDIA_TYPES } from "../respond/media-types.ts";
import { acceptOf } from "../respond/respond.ts";

/** What the router lets through to the handler of a path, as go-restful checks it (RouterJSR311.detectRoute). */
export interface Gate {
  /** Media types that it answers with. */
  readonly produces: readonly string[];
  /** Media types of bodies that it reads; absent: any. */
  readonly consumes?: readonly string[];
}

const OBJECT_TYPES = Object.values(MEDIA_TYPES);
const STREAM_TYPES = [MEDIA_TYPES.json, MEDIA_TYPES.protobuf].map((type) => `${type};stream=watch`);

export const OBJECTS: Gate = { produces: OBJECT_TYPES };
/** Of lists and watches. */
export const LISTS: Gate = { produces: [...OBJECT_TYPES, ...STREAM_TYPES] };
export const DOCUMENTS: Gate = { produces: OBJECT_TYPES, consumes: OBJECT_TYPES };
export const ANYTHING: Gate = { produces: ["*/*"] };

/** 405, 415 or 406, looked for in this order. `methods`: absent: GET only. */
export function pass(request: ServerRequest, { produces, consumes }: Gate, methods = GET_ONLY): void {
  if (!methods.has(request.method)) throw methodNotAllowed();
  if (consumes !== undefined && !consumesBody(request, consumes))
    throw refusal(415, "UnsupportedMediaType", "415: Unsupported Media Type");
  if (!mentions(acceptOf(request) || "*/*", produces, true))
    throw refusal(
      406,
      "NotAcceptable",
      `406: Not Acceptable\n\nAvailable representations: ${produces.join(", ")}`,
    );
}

const GET_ONLY: { has(method: string): boolean } = new Set(["GET"]);

const BODYLESS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE", "TRACE"]);

function consumesBody({ method, headers }: ServerRequest, consumes: readonly string[]): boolean {
  const type = headers["content-type"] ?? "";
  if (type === "" && BODYLESS.has(method)) return true;
  return mentions(type || "application/octet-stream", consumes, false);
}

/** Parameters do not count, neither do wildcards other than that for everything; the case does. */
function mentions(header: string, types: readonly string[], wildcard: boolean): boolean {
  if (types.includes("*/*")) return true;
  // A header may be very long; what it does not have anywhere need not be looked for piece by piece.
  if (![...types, ...(wildcard ? ["*/*"] : [])].some((type) => header.includes(type))) return false;
  return header.split(",").some((text) => {
    const [type = ""] = text.split(";", 1);
    const trimmed = type.replace(/^ +/, "").trimEnd();
    return (wildcard && trimmed === "*/*") || types.includes(trimmed);
  });
}

/** The router knows nothing of Kubernetes' refusals: what it says has empty details. */
const refusal = (code: number, reason: string, message: string): StatusError =>
  new StatusError({ message, reason, details: {}, code });
