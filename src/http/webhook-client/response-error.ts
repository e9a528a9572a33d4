import { parseMediaType } from "../../api/exchange/media-type.ts";
import { quote } from "../../go/quote.ts";
import { parseSmallYaml } from "../../go-yaml/small-yaml.ts";
import { isJsonObject } from "../../json/value.ts";

interface ResponseError {
  readonly message: string;
  /** Code that metrics count: the HTTP code, or the code of a Status in the body. */
  readonly code: number;
}

/** Maximum number of bytes of a body that a message quotes. */
const QUOTED_BYTES = 2048;

const TEXTS: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/**
 * Returns the error of kube-apiserver's client for a status outside 200 to 206 (client-go/rest/request.go,
 * transformResponse).
 */
export function responseError(status: number, contentType: string, body: Uint8Array): ResponseError {
  const media = parseMediaType(contentType === "" ? "application/json" : contentType);
  if (media.kind === "error") return { message: `Internal error occurred: ${media.message}`, code: 500 };
  const told = statusIn(body);
  if (told !== undefined) return told;
  const isText = contentType === "" || media.type.startsWith("text/");
  const said = isText ? new TextDecoder().decode(body.subarray(0, QUOTED_BYTES)).trim() : "unknown";
  return { message: textFor(status, said), code: status };
}

/** Returns the status for which `responseError` writes this text; undefined: it is the text of none, or quotes the body. */
export function statusOfText(text: string): number | undefined {
  const [status] = Object.entries(TEXTS).find(([, one]) => one === text) ?? [];
  if (status !== undefined) return Number(status);
  const [, code] = /^the server responded with the status code (\d{3}) but /.exec(text) ?? [];
  return code === undefined ? undefined : Number(code);
}

function textFor(status: number, said: string): string {
  if (status === 403 || status === 415) return said;
  if (status === 406) {
    const generic = "the server was unable to respond with a content type that the client supports";
    return said === "" || said === "unknown" ? generic : said;
  }
  const text = TEXTS[status];
  if (text !== undefined) return text;
  if (status >= 500)
    return `an error on the server (${quote(said)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Returns the message and code of a failure Status in the body (JSON or YAML); undefined: the body is
 * something else.
 */
function statusIn(body: Uint8Array): ResponseError | undefined {
  const value = decode(body);
  if (!isJsonObject(value) || value.kind !== "Status" || value.status !== "Failure") return undefined;
  const { message = "", code = 0 } = value;
  if (typeof message !== "string" || typeof code !== "number") return undefined;
  return Number.isInteger(code) && Math.abs(code) <= MAX_INT32 ? { message, code } : undefined;
}

/** Maximum size of a Status, in bytes; longer bodies are not parsed. */
const MAX_STATUS = 1 << 20;

/** Decodes a body: JSON if it begins with a brace, otherwise YAML, as kube-apiserver's decoders do. */
function decode(body: Uint8Array): unknown {
  if (body.byteLength === 0 || body.byteLength > MAX_STATUS) return undefined;
  const text = new TextDecoder().decode(body).trimStart();
  try {
    if (text.startsWith("{")) return JSON.parse(text);
    // Most bodies are plain text: the YAML library is loaded only for bodies that can be a Status.
    return text.includes("kind") ? parseSmallYaml(text) : undefined;
  } catch {
    return undefined;
  }
}

/** A response whose status makes it a failure, as far as it tells what the webhook meant. */
export interface AnsweredStatus {
  readonly status: number;
  readonly contentType: string;
  /** True if the body is an AdmissionReview, which is not read with this status. */
  readonly isReview?: true;
}

const LONGEST_HEAD = 4096;

/** Describes a response that is a failure by its status. */
export function answeredStatus(status: number, contentType: string, body: Uint8Array): AnsweredStatus {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, LONGEST_HEAD));
  return { status, contentType, ...(head.includes('"AdmissionReview"') && { isReview: true as const }) };
}
