import type { WebhookHook } from "../../admission/hook.ts";
import type { Path } from "../sources.ts";
import { addressPlace, type Failed, type FailureText } from "./failed-call.ts";
import { plainWords } from "./plain-words.ts";

/** Describes a response that is not an AdmissionReview, judged by its status or content. */
export function answeredText(told: string, { status, contentType }: NonNullable<Failed["answered"]>): string {
  const what =
    /\bhtml\b/i.test(contentType) || /^\s*<(!doctype|html)/i.test(told) ? "an HTML page" : "an answer";
  const [mediaType = ""] = contentType.split(";", 1);
  const type = what === "an HTML page" || mediaType === "" ? "" : ` of type ${mediaType}`;
  return `it answered with ${what}${type}, status ${status}, instead of an AdmissionReview: is it the right port and path?`;
}

/** Describes a response that cannot be parsed. */
export function answerText(hook: WebhookHook, told: string, { answered }: Failed): FailureText {
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
const kindWords = (text: string): string => text.replace(/, Kind=(\w*)/, " $1").trim();
