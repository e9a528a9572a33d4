import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { methodNotAllowed, StatusError } from "../../api/status.ts";
import { MEDIA_TYPES } from "../respond/media-types.ts";
import { acceptOf } from "../respond/respond.ts";

/** Media types of the handler of a path, which the router checks like go-restful (RouterJSR311.detectRoute). */
export interface Gate {
  /** Media types of its responses. */
  readonly produces: readonly string[];
  /** Media types of bodies that it reads. Absent means any. */
  readonly consumes?: readonly string[];
}

const OBJECT_TYPES = Object.values(MEDIA_TYPES);
const STREAM_TYPES = [MEDIA_TYPES.json, MEDIA_TYPES.protobuf].map((type) => `${type};stream=watch`);

export const OBJECTS: Gate = { produces: OBJECT_TYPES };
/** Gate of lists and watches. */
export const LISTS: Gate = { produces: [...OBJECT_TYPES, ...STREAM_TYPES] };
export const DOCUMENTS: Gate = { produces: OBJECT_TYPES, consumes: OBJECT_TYPES };
export const ANYTHING: Gate = { produces: ["*/*"] };

/** Throws 405, 415 or 406, checked in this order. Absent `methods` means GET only. */
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

/**
 * True if a header contains one of the types, or, with `wildcard`, the wildcard for all types. Parameters and
 * other wildcards are ignored; the case is significant.
 */
function mentions(header: string, types: readonly string[], wildcard: boolean): boolean {
  if (types.includes("*/*") || types.includes(header)) return true;
  // A header can be very long. If it does not contain a type anywhere, its parts are not compared.
  if (![...types, ...(wildcard ? ["*/*"] : [])].some((type) => header.includes(type))) return false;
  return header.split(",").some((text) => {
    const [type = ""] = text.split(";", 1);
    const trimmed = type.replace(/^ +/, "").trimEnd();
    return (wildcard && trimmed === "*/*") || types.includes(trimmed);
  });
}

/** The router does not use Kubernetes' refusals, so its errors have empty details. */
const refusal = (code: number, reason: string, message: string): StatusError =>
  new StatusError({ message, reason, details: {}, code });
