import { statusOfText } from "../../http/webhook-client/response-error.ts";
import { answeredText, answerText, ownWords, reviewText } from "../steps/answer-text.ts";
import { portAdvice } from "../steps/call-cause.ts";
import { type Addressed, addressOf, addressPlace, type FailureText } from "../steps/failed-call.ts";
import { NOT_FOUND, rootHint, transportText } from "../steps/failure-text.ts";
import { plainWords } from "../steps/plain-words.ts";
import { textReader } from "../text-table.ts";
import type { World } from "../world.ts";
import { callAdvice, NO_ENDPOINTS, OF_PROXY, UNKNOWN_AUTHORITY } from "./products/call-advice.ts";

type ClientConfig = Addressed["target"]["clientConfig"];

/** A call of a webhook that failed, as the error of an API server tells it (apiserver/pkg/admission/plugin/webhook/errors). */
export interface CalledText {
  /** Name of the webhook; empty for a conversion, and if the text does not name it. */
  readonly webhook: string;
  /** Group, version and kind of the objects that a conversion webhook should convert. */
  readonly converted?: { readonly group: string; readonly kind: string };
  /** Address of the call: the Service, if the host is that of one, or the URL; undefined if the error has none. */
  readonly address: ClientConfig | undefined;
  /** `?timeout=` of the call; undefined if the error has no URL. */
  readonly seconds: string | undefined;
  /** The error of the call. */
  readonly reason: string;
  /** True if the answer was read, and is invalid. */
  readonly isInvalidAnswer: boolean;
  /** True if failurePolicy Ignore let the request pass. */
  readonly isIgnored: boolean;
}

const BEGIN =
  /failed calling (?:admission )?webhook "([^"]*)"(?:: | (?:\u2026|\.\.\.),? ?)|conversion webhook for ([\w.-]+)\/\w+, Kind=(\w+) (?:failed(?:: |, |$)|(?=returned ))/;
const INVALID_ANSWER = "received invalid webhook response: ";

/** Reads `failed calling webhook "a": …` and `conversion webhook for a.io/v1, Kind=A failed: …`; undefined for another text. */
export function calledText(text: string): CalledText | undefined {
  const [all = "", webhook = "", group, kind = ""] = BEGIN.exec(text) ?? [];
  if (all === "") return undefined;
  const told = text.slice(text.indexOf(all) + all.length).replace(/^failed to call webhook: /, "");
  return {
    webhook,
    ...(group !== undefined && { converted: { group, kind } }),
    ...requestIn(told),
    isInvalidAnswer: told.startsWith(INVALID_ANSWER),
    isIgnored: text.includes("failing open"),
  };
}

/**
 * Reads the end of such an error, from the address of a webhook on: `Post "https://a.b.svc:443/c?timeout=10s": …`. Undefined for
 * another text, and for other addresses.
 */
export function calledAddress(text: string): CalledText | undefined {
  const at = text.search(
    /(?:Post|Get) "?<?https:\/\/[\w-]+\.[\w-]+\.svc[:/]|https:\/\/[\w-]+\.[\w-]+\.svc(?::\d{1,5})?\/[\w/.-]{0,253}\?timeout=\w{1,9}"?: /,
  );
  if (at < 0) return undefined;
  return { webhook: "", ...requestIn(text.slice(at)), isInvalidAnswer: false, isIgnored: false };
}

function requestIn(told: string): Pick<CalledText, "address" | "seconds" | "reason"> {
  const [post = "", url] = /^(?:(?:Post|Get) "?<?)?(https?:\/\/[^\s">]+?)>?"?: /.exec(told) ?? [];
  const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  return {
    address: parsed ? addressIn(parsed) : undefined,
    seconds: parsed?.searchParams.get("timeout") ?? undefined,
    reason: told.slice(post.length).replace(INVALID_ANSWER, ""),
  };
}

function addressIn({ hostname, port, pathname, origin }: URL): ClientConfig {
  const [name = "", namespace = "", svc] = hostname.split(".");
  if (svc !== "svc") return { url: `${origin}${pathname}` };
  return { service: { namespace, name, path: pathname, port: Number(port || 443) } };
}

/** A failure in words, and what helps. */
export interface CallText extends FailureText {
  readonly advice: string;
}

/** Describes the call. `configured`: clientConfig of the webhook; undefined: its configuration is not known. */
export function callText(
  called: CalledText,
  configured: ClientConfig | undefined,
  sources: World["sources"],
): CallText {
  const { reason } = called;
  const address = configured ?? called.address ?? { url: "its address" };
  const isLate = /context deadline exceeded|Client\.Timeout|request canceled while waiting/.test(reason);
  const text = isLate ? late(called) : answered(called, { target: { clientConfig: address } });
  const { service } = address;
  const failure = isLate ? "timeout" : "transport";
  const own = callAdvice(reason) ?? "";
  const port =
    own !== "" || service === undefined || (!isLate && text.isUnreached !== true)
      ? ""
      : portAdvice({ failure, reason }, service, { sources });
  const isUnsure = configured === undefined && UNKNOWN_AUTHORITY.test(reason);
  return { ...text, ...(isUnsure && { message: UNSURE }), advice: own || port || (isLate ? LATE : "") };
}

const LATE =
  "the API server does not reach the pods of the webhook at their port (a firewall, a NetworkPolicy), or the program is slow: look at its log and its load";
const UNSURE =
  "no authority that the API server trusts for it has signed its certificate: clientConfig.caBundle is empty, or has another one";

function late({ seconds }: CalledText): FailureText {
  const within = seconds === undefined ? "in time" : `within ${seconds}`;
  return { message: `it did not answer ${within}`, place: ["timeoutSeconds"], isUnreached: true };
}

function answered({ reason, isInvalidAnswer }: CalledText, hook: Addressed): FailureText {
  if (reason.startsWith(NO_PATCH))
    return {
      message: `its patch cannot be read: ${plainWords(reason.slice(NO_PATCH.length))}`,
      fix: "response.patch is a list of operations, [{op, path, value}, …], as JSON in base64",
    };
  if (isInvalidAnswer || INVALID.test(reason)) return reviewText(reason);
  const converted = convertedText(reason)?.known ?? (UNREGISTERED.test(reason) ? reason : undefined);
  if (converted !== undefined) return { message: `the webhook answered, but ${converted}` };
  if (UNREADABLE.test(reason)) return answerText(hook, reason, {});
  if (NO_BUNDLE.test(reason))
    return {
      message: `clientConfig.caBundle has no certificate in PEM (${reason})`,
      place: ["clientConfig", "caBundle"],
      fix: "the certificate of the authority that signed that of the webhook (PEM, in base64), or an annotation for cert-manager's injector",
    };
  const status = statusOfText(reason);
  if (status !== undefined) {
    const path = hook.target.clientConfig.service === undefined ? ["url"] : ["service", "path"];
    const place = ["clientConfig", ...(status === NOT_FOUND ? path : [])];
    const message = `${answeredText(reason, { status, contentType: "" })}${rootHint(hook, status)}`;
    return { message, place };
  }
  if (reason.startsWith("an error on the server (")) {
    const own = ownWords(reason);
    const end = own === undefined ? "" : `: ${own}`;
    return { message: `it answered with an error of its own (a status of 500 or above)${end}` };
  }
  if (OF_PROXY.test(reason))
    return { message: `a proxy between the API server and ${addressOf(hook)} failed: ${reason}` };
  const ofService = serviceText(reason)?.known;
  if (ofService !== undefined)
    return { message: ofService(addressOf(hook)), place: addressPlace(hook), isUnreached: true };
  const text = transportText(hook, reason, {});
  // A webhook can answer with an error of any text.
  return text.message.endsWith(` cannot be reached: ${reason}`) && !OF_NETWORK.test(reason)
    ? { message: reason === "" ? "the call failed" : `the call failed: ${reason}` }
    : text;
}

const NO_BUNDLE = /unable to load root certificates|unable to parse bytes as PEM block/;

/** Errors about an answer, as the API server words them: of one that was read, and of one that could not be. */
const INVALID = /^(?:expected (?:webhook response of|response\.uid=)|webhook response was absent)/;
const UNREADABLE =
  /^(?:0-length response|illegal base64|converting \(|couldn't get version\/kind|json: cannot unmarshal|v1(?:beta1)?\.AdmissionReview|no kind "|invalid character|unexpected end of JSON)/;
const NO_PATCH = "received undecodable patch in webhook response: ";

/** Errors about the objects in the answer of a conversion webhook (apiextensions-apiserver, webhook_converter.go). */
const convertedText = textReader({
  "^returned \\d+ objects, expected|^no objects returned":
    "its answer does not have one converted object for each one that was sent",
  "^returned invalid (?:converted )?object.*invalid groupVersion": "it left the object in its old version",
  "^returned invalid .*must have the same|^returned invalid metadata":
    "it changed the metadata of the object",
  "^response\\.result\\.status was": "its answer has no response.result.status: Success",
});

/** The program of the webhook does not know a version of a kind, other than that of reviews. */
const UNREGISTERED = /no kind "(?!(?:Admission|Conversion)Review")\w+" is registered for /;

/** Errors about the Service, which `explain` reads from its manifests. */
const serviceText = textReader<(address: string) => string>({
  [NO_ENDPOINTS.source]: (address) => `no pod behind ${address} is ready (no endpoints available)`,
  '^service "[^"]*" not found$': (address) => `${address} does not exist`,
});

const OF_NETWORK =
  /^(?:dial |read |write |lookup |net\/http|http: |http2: |tls: |remote error|proxyconnect|unexpected EOF|cannot route to service|no service port |could not get REST client|Address is not allowed|No agent available)/;
