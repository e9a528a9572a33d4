import type { WebhookHook } from "../../admission/hook.ts";
import type { CallLine, CallOutcome } from "../../admission/verdict.ts";
import type { Path } from "../sources.ts";

/** What went wrong with a call, in words, and which part of the webhook has to do with it. */
export interface FailureText {
  readonly message: string;
  readonly place: Path;
  readonly fix: string;
}

type Failed = CallOutcome & { kind: "failed" };

export function failureText(hook: WebhookHook, call: CallLine, outcome: Failed): FailureText {
  const told = outcome.reason.replace(/^failed to call webhook: |^received invalid webhook response: /, "");
  switch (outcome.failure) {
    case "timeout":
      return timedOut(hook, call);
    case "side-effects":
      return {
        message: "the request is a dry run, and sideEffects is not set",
        place: ["sideEffects"],
        fix: "sideEffects: None",
      };
    case "review-version":
      return {
        message: "its admissionReviewVersions contain neither v1 nor v1beta1",
        place: ["admissionReviewVersions"],
        fix: "admissionReviewVersions: [v1]",
      };
    case "transport":
    case "client":
      return transportText(hook, told, outcome);
    case "answer":
      return answerText(hook, told, outcome);
    case "verification":
      return reviewText(told);
    default:
      return {
        message: `its patch cannot be applied: ${plainWords(told)}`,
        place: ["clientConfig"],
        fix: "",
      };
  }
}

/** Whether the webhook's own time was over or that of the request. */
function timedOut(hook: WebhookHook, { budget, remaining }: CallLine): FailureText {
  const own = (hook.timeoutSeconds ?? 10) * 1000;
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
  if (remaining !== undefined && remaining < own)
    return {
      message: `it did not answer within ${seconds(budget)}: the time limit of the request left no more (its timeoutSeconds is ${own / 1000})`,
      place: ["timeoutSeconds"],
      fix: "",
    };
  return {
    message: `it did not answer within ${seconds(own)}, its timeoutSeconds`,
    place: ["timeoutSeconds"],
    fix: own < 30_000 ? "a webhook that answers sooner, or more timeoutSeconds (30 at the most)" : "",
  };
}

function addressPlace({ target }: WebhookHook): Path {
  const { url, service } = target.clientConfig;
  if (url !== undefined) return ["clientConfig", "url"];
  return service === undefined ? ["clientConfig"] : ["clientConfig", "service"];
}

const addressOf = ({ target }: WebhookHook): string => {
  const { url, service } = target.clientConfig;
  if (url !== undefined) return url;
  return service === undefined ? "" : `service ${service.namespace}/${service.name}`;
};

function transportText(hook: WebhookHook, told: string, { answered }: Failed): FailureText {
  const place = addressPlace(hook);
  if (answered !== undefined) return { message: answeredText(told, answered), place, fix: "" };
  if (/^could not get REST client: /.test(told)) return clientText(hook, told.replace(/^[^:]+: /, ""));
  const reason = told.replace(/^(?:Post|Get) "[^"]*": /, "");
  if (/x509: certificate signed by unknown authority/.test(reason))
    return {
      message: "no authority in clientConfig.caBundle has signed its certificate",
      place: ["clientConfig", "caBundle"],
      fix: "the certificate of the authority that signed it",
    };
  if (/x509: certificate has expired/.test(reason))
    return {
      message: `its certificate has expired or is not yet valid: ${reason}`,
      place: ["clientConfig"],
      fix: "a new certificate",
    };
  if (/x509: certificate|x509: cannot validate certificate/.test(reason))
    return {
      message: `its certificate is not valid for ${addressOf(hook)}: ${reason.replace(/^.*?x509: /, "")}`,
      place,
      fix: "",
    };
  if (/connection refused/.test(reason))
    return { message: `nobody listens at ${addressOf(hook)} (connection refused)`, place, fix: "" };
  if (/no such host|server misbehaving/.test(reason))
    return { message: `the name in ${addressOf(hook)} cannot be resolved (no such host)`, place, fix: "" };
  if (/server gave HTTP response to HTTPS client/.test(reason))
    return { message: `${addressOf(hook)} speaks HTTP, not HTTPS`, place, fix: "" };
  const portPlace = reason.startsWith("no service port ") ? [...place, "port"] : place;
  return { message: `${addressOf(hook)} cannot be reached: ${reason}`, place: portPlace, fix: "" };
}

function clientText(hook: WebhookHook, told: string): FailureText {
  const isBundle = /certificate|PEM|caBundle/i.test(told);
  const place = isBundle ? ["clientConfig", "caBundle"] : addressPlace(hook);
  return { message: `it cannot be called: ${told}`, place, fix: "" };
}

/** An answer whose status or content says that it is no review. */
function answeredText(told: string, { status, contentType }: NonNullable<Failed["answered"]>): string {
  const what =
    /\bhtml\b/i.test(contentType) || /^\s*<(!doctype|html)/i.test(told) ? "an HTML page" : "an answer";
  const [mediaType = ""] = contentType.split(";", 1);
  const type = what === "an HTML page" || mediaType === "" ? "" : ` of type ${mediaType}`;
  return `it answered with ${what}${type}, status ${status}, instead of an AdmissionReview: is it the right port and path?`;
}

function answerText(hook: WebhookHook, told: string, { answered }: Failed): FailureText {
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

function reviewText(told: string): FailureText {
  const place: Path = ["clientConfig"];
  if (/^expected response\.uid=/.test(told))
    return {
      message: `its answer does not have the uid of the request: ${told}`,
      place,
      fix: "set response.uid to request.uid",
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

/** `admission.k8s.io/v1, Kind=AdmissionReview` as people write it. */
const kindWords = (text: string): string => text.replace(/, Kind=(\w*)/, " $1").trim();

/** Without the names of types of another language. */
export function plainWords(told: string): string {
  return told
    .replace(
      /(?:couldn't get version\/kind; json parse error: )?json: cannot unmarshal (\S+)(?: \S+)? into Go struct field \w*\.([\w.]+) of type (\S+)/g,
      (_, got: string, field: string, type: string) =>
        `${field} is ${article(got)}, it must be ${typeWords(type)}`,
    )
    .replace(/couldn't get version\/kind; json parse error: /g, "")
    .replace(
      /json: cannot unmarshal (\S+) into Go value of type [^;,]+/g,
      (_, got: string) => `it is ${article(got)}, not an object`,
    )
    .replace(/\bv1(?:beta1)?\.(AdmissionReview|AdmissionResponse|Status)\b/g, "$1");
}

const article = (type: string): string => {
  if (type === "bool") return "a boolean";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
};

const TYPES: Readonly<Record<string, string>> = {
  bool: "a boolean",
  uint8: "text in base64",
  string: "a text",
  "[]string": "a list of texts",
  int32: "a number",
  int64: "a number",
};

const typeWords = (type: string): string =>
  TYPES[type] ??
  (type.startsWith("map[") || type.includes(".")
    ? /(UID|Type|Reason)$/.test(type)
      ? "a text"
      : "an object"
    : type);
