import { parseJson } from "../../json/parse/parse.ts";
import { isJsonObject, type JsonObject, record, text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { nearest } from "../near.ts";
import { type Addressed, addressPlace, type Failed, type FailureText } from "./failed-call.ts";
import { plainWords } from "./plain-words.ts";

/** Describes a response that is not an AdmissionReview, judged by its status or content. */
export function answeredText(
  told: string,
  { status, contentType, isReview }: NonNullable<Failed["answered"]>,
): string {
  const isPage = /\bhtml\b/i.test(contentType) || /^\s*<(!doctype|html)/i.test(told);
  const [mediaType = ""] = contentType.split(";", 1);
  const what = isPage ? "an HTML page, " : mediaType === "" ? "the " : `an answer of type ${mediaType}, `;
  const said = isPage ? undefined : ownWords(told);
  const text = `it answered with ${what}status ${status}, instead of an AdmissionReview`;
  if (said !== undefined) return `${text}: ${said}`;
  if (isReview === true)
    return `it answered with an AdmissionReview and the HTTP status ${status}: the API server reads reviews of the status 200 only, also those that refuse`;
  if (status === 405)
    return `${text}: the program takes no POST at this path. Is it the right path? A redirect (301 or 302), for example to a path with a slash at its end, also makes a GET of the POST`;
  const because = OF_STATUS.get(status);
  if (because !== undefined) return `${text}: ${because}`;
  // An error of the webhook itself says nothing about the address.
  return status >= 500 ? text : `${text}: is it the right port and path?`;
}

/** The usual reasons for a status, whose answer does not have to come from the webhook itself. */
const OF_STATUS: ReadonlyMap<number, string> = new Map([
  [
    401,
    "the program, or a proxy before it, wants credentials, which a kubeConfigFile of the admission configuration gives",
  ],
  [413, "the program, or a proxy before it, takes no body of this size"],
  [429, "the program, or a proxy before it, takes no more requests for now"],
  [
    503,
    "a proxy before the webhook answers so if no pod behind it is ready; otherwise, is it the right port and path?",
  ],
]);

/** Returns the webhook's own words in an error of the API server's client; undefined if only the client speaks. */
export function ownWords(told: string): string | undefined {
  const [, quoted] =
    /^an error on the server \((".*")\) has prevented the request from succeeding$/s.exec(told) ?? [];
  if (quoted === undefined)
    return /^the server /.test(told) || told === "" || told === "unknown" ? undefined : told;
  const said = unquoted(quoted);
  return said === "" || said === "unknown" ? undefined : said;
}

/** Reads a text that Go quoted; its escapes that JSON does not have stay as they are. */
const unquoted = (text: string): string => attempt(() => String(JSON.parse(text))) ?? text.slice(1, -1);

/** Describes a response that cannot be parsed. */
export function answerText(
  hook: Addressed,
  told: string,
  { answered }: Pick<Failed, "answered">,
): FailureText {
  const status = answered?.status ?? 200;
  if (/^0-length response/.test(told))
    return {
      message: `it answered with an empty body, status ${status}, instead of an AdmissionReview`,
      place: addressPlace(hook),
    };
  const { contentType = "" } = answered ?? {};
  if (/\bhtml\b/i.test(contentType))
    return { message: answeredText(told, { status, contentType }), place: addressPlace(hook) };
  // The patch is the only member in base64.
  if (told.startsWith("illegal base64"))
    return {
      message: `response.patch of its answer is not in base64 (${told}): an AdmissionReview has the JSON patch as text in base64`,
    };
  const [, got, want] =
    /converting \((\w+)\.AdmissionReview\) to \((\w+)\.AdmissionReview\)/.exec(told) ?? [];
  if (got !== undefined)
    return {
      message: `its answer is an AdmissionReview of ${got}, but the request was in ${want}, the first known one of its admissionReviewVersions`,
      place: ["admissionReviewVersions"],
      fix: got,
    };
  return { message: `its answer is not an AdmissionReview: ${plainWords(told)}` };
}

const WRONG_KIND = "expected webhook response of ";

/** Describes an AdmissionReview that is not a valid response to this request. */
export function reviewText(told: string): FailureText {
  if (/^expected response\.uid=/.test(told))
    return {
      message: `its answer does not have the uid of the request, it has to set response.uid to request.uid: ${told}`,
    };
  const [want, got] = told.startsWith(WRONG_KIND) ? told.slice(WRONG_KIND.length).split(", got ") : [];
  if (got === undefined) return { message: `its answer is not valid: ${plainWords(told)}` };
  if (/^\/, Kind=$/.test(got))
    return {
      message:
        "its answer says neither apiVersion nor kind: it has to be an AdmissionReview of admission.k8s.io/v1",
    };
  const message = `its answer is of ${kindWords(got)}, where ${kindWords(want ?? "")} was asked for`;
  return { message, place: ["admissionReviewVersions"] };
}

/** Converts `admission.k8s.io/v1, Kind=AdmissionReview` to the usual notation. */
const kindWords = (text: string): string =>
  text.replace(/, Kind=(\w*)/, (_, kind) => ` ${kind || "without a kind"}`);

/** The members that the API server reads. */
const REVIEW = ["apiVersion", "kind", "request", "response"];
const RESPONSE = ["uid", "allowed", "status", "patch", "patchType", "auditAnnotations", "warnings"];
const STATUS = ["apiVersion", "kind", "metadata", "status", "message", "reason", "details", "code"];

/** Members that are written often, without their letter case, and the members that are meant. */
const MEANT: Readonly<Record<string, string>> = {
  result: "response.status",
  message: "response.status.message",
  reason: "response.status.reason",
  code: "response.status.code",
  warning: "response.warnings",
  auditannotation: "response.auditAnnotations",
  patch_type: "response.patchType",
  allow: "response.allowed",
  accepted: "response.allowed",
};

/**
 * Says which member of a webhook's answer the API server does not read, and where its value belongs; undefined if no
 * such member is found. The server ignores unknown members without a word.
 */
export function unreadMember(answer: Uint8Array | undefined): string | undefined {
  const review = answer && attempt(() => parseJson(answer));
  if (!isJsonObject(review)) return undefined;
  const response = record(review.response);
  const found =
    unread("", review, REVIEW) ??
    unread("response.", response, RESPONSE) ??
    unread("response.status.", record(response.status), STATUS);
  if (found === undefined)
    return isJsonObject(review.response) && response.allowed === undefined
      ? "its answer has no response.allowed, which counts as false"
      : undefined;
  return `its answer has ${found.has}, which the API server does not read: it reads ${found.meant}`;
}

/** Says why the patch of an answer is not in base64; undefined if it is, or if there is none. */
export function misencodedPatch(answer: Uint8Array | undefined): string | undefined {
  const review = answer && attempt(() => parseJson(answer));
  const patch = text(record(record(review).response).patch);
  if (/^\s*[[{]/.test(patch)) return "response.patch is the JSON itself, not encoded";
  if (/[-_]/.test(patch)) return "response.patch has - or _, of base64 for URLs: the usual one has + and /";
  // Go skips ends of lines; another character is the mistake, not the length.
  const whole = patch.replace(/[\r\n]/g, "");
  return whole.length % 4 === 0 || /[^\w+/=]/.test(whole)
    ? undefined
    : "the end of response.patch lacks =, or the text is cut";
}

/** True if an answer refuses the request, and does not say why. */
export function isSilent(answer: Uint8Array | undefined): boolean {
  const review = answer && attempt(() => parseJson(answer));
  const { allowed, status } = record(record(review).response);
  const { message, reason } = record(status);
  return allowed === false && text(message) + text(reason) === "";
}

function unread(path: string, object: JsonObject, known: readonly string[]) {
  for (const key of Object.keys(object)) {
    const meant = known.includes(key) ? undefined : meantBy(path, key, object);
    if (meant !== undefined) return { has: `${path}${key}`, meant };
  }
  return undefined;
}

function meantBy(path: string, key: string, object: JsonObject): string | undefined {
  const same = (names: readonly string[]): string | undefined =>
    names.find((name) => name.toLowerCase() === key.toLowerCase());
  const inStatus = path === "response.status." ? same(STATUS) : undefined;
  if (inStatus !== undefined) return `response.status.${inStatus}`;
  const inResponse = same(RESPONSE);
  // A Status as the whole answer has members of these names, too.
  if (inResponse !== undefined && object.kind !== "Status") return `response.${inResponse}`;
  const meant = path === "response." ? MEANT[key.toLowerCase()] : undefined;
  if (meant !== undefined) return meant;
  const known = path === "" ? REVIEW : path === "response." ? RESPONSE : STATUS;
  const absent = known.filter((name) => !Object.hasOwn(object, name));
  const near = object.kind === "Status" ? undefined : nearest(key, absent);
  return near && `${path}${near}`;
}
