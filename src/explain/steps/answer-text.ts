import type { Path } from "../sources.ts";
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
function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

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
      fix: "",
    };
  if (/\bhtml\b/i.test(answered?.contentType ?? ""))
    return {
      message: answeredText(told, { status, contentType: answered?.contentType ?? "" }),
      place: addressPlace(hook),
      fix: "",
    };
  // The patch is the only member in base64.
  if (told.startsWith("illegal base64"))
    return {
      message: `response.patch of its answer is not in base64 (${told}): an AdmissionReview has the JSON patch as text in base64`,
      place: ["clientConfig"],
      fix: "",
    };
  const [, got, want] =
    /converting \((\w+)\.AdmissionReview\) to \((\w+)\.AdmissionReview\)/.exec(told) ?? [];
  if (got !== undefined)
    return {
      message: `its answer is an AdmissionReview of ${got}, but the request was in ${want}, the first known one of its admissionReviewVersions`,
      place: ["admissionReviewVersions"],
      fix: got,
    };
  return {
    message: `its answer is not an AdmissionReview: ${plainWords(told)}`,
    place: ["clientConfig"],
    fix: "",
  };
}

const WRONG_KIND = "expected webhook response of ";

/** Describes an AdmissionReview that is not a valid response to this request. */
export function reviewText(told: string): FailureText {
  const place: Path = ["clientConfig"];
  if (/^expected response\.uid=/.test(told))
    return {
      message: `its answer does not have the uid of the request, it has to set response.uid to request.uid: ${told}`,
      place,
      fix: "",
    };
  const [want, got] = told.startsWith(WRONG_KIND) ? told.slice(WRONG_KIND.length).split(", got ") : [];
  if (got !== undefined) {
    const isEmpty = /^\/, Kind=$/.test(got);
    return {
      message: isEmpty
        ? "its answer says neither apiVersion nor kind: it has to be an AdmissionReview of admission.k8s.io/v1"
        : `its answer is of ${kindWords(got)}, where ${kindWords(want ?? "")} was asked for`,
      place: isEmpty ? place : ["admissionReviewVersions"],
      fix: "",
    };
  }
  return { message: `its answer is not valid: ${plainWords(told)}`, place, fix: "" };
}

/** Converts `admission.k8s.io/v1, Kind=AdmissionReview` to the usual notation. */
const kindWords = (text: string): string =>
  text.replace(/, Kind=(\w*)/, (_, kind) => ` ${kind || "without a kind"}`);
