import type { WebhookHook } from "../../admission/hook.ts";
import type { CallLine } from "../../admission/verdict.ts";
import { textReader } from "../text-table.ts";
import { answeredText, answerText, reviewText } from "./answer-text.ts";
import {
  type Addressed,
  addressOf,
  addressPlace,
  CLIENT_CONFIG,
  type Failed,
  type FailureText,
} from "./failed-call.ts";
import { plainWords } from "./plain-words.ts";

/** Describes the failure of a call in words. */
export function failureText(hook: WebhookHook, call: CallLine, outcome: Failed): FailureText {
  const told = bareReason(outcome.reason);
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
    case "patch-type":
      return { message: `${told}: JSONPatch is the only type of patches` };
    default:
      return { message: `its patch cannot be applied: ${plainWords(told)}` };
  }
}

/** The reason of a failed call without the words of the server before it. */
const bareReason = (reason: string): string =>
  reason.replace(/^failed to call webhook: |^received invalid webhook response: /, "");

/** The same without the address. */
export const reasonOf = ({ reason }: Pick<Failed, "reason">): string => withoutAddress(bareReason(reason));

const withoutAddress = (told: string): string => told.replace(/^(?:Post|Get) "[^"]*": /, "");

/** The refusal of a patch for an operation without an object that is written. */
export const NO_OBJECT = {
  message: "its answer has a patch, and this operation takes none: only CREATE and UPDATE do",
  advice:
    "answer without a patch if request.operation is DELETE or CONNECT, or leave these operations out of its rules",
} as const;

/** Describes a timeout: that of the webhook, or that of the whole request. */
function timedOut(hook: WebhookHook, { budget, remaining }: CallLine): FailureText {
  const own = (hook.timeoutSeconds ?? 10) * 1000;
  const place = ["timeoutSeconds"];
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
  if (remaining !== undefined && remaining < own)
    return {
      message: `it did not answer within ${seconds(budget)}: the time limit of the request left no more (its timeoutSeconds is ${own / 1000})`,
      place,
    };
  const message = `it did not answer within ${seconds(own)}, its timeoutSeconds`;
  const fix = own < 30_000 ? "more seconds (30 at the most), or make the webhook answer sooner" : "";
  return { message, isUnreached: true, place, fix };
}

/** Failures by the text of their reason; their place is the address, if they have no other one. */
const failureFor = textReader<(hook: Addressed, reason: string) => FailureText>({
  "x509: certificate signed by unknown authority": unknownAuthority,
  "x509: certificate has expired": (_, reason) => ({
    message: `its certificate has expired or is not yet valid: ${reason.replace(/^.*not yet valid: /, "")}`,
    place: CLIENT_CONFIG,
  }),
  "x509: certificate|x509: cannot validate certificate": (hook, reason) => ({
    message: `its certificate is not valid for ${addressOf(hook)}: ${reason.replace(/^.*?x509: /, "")}`,
  }),
  "connection refused": (hook) => ({
    message: `no server listens at ${addressOf(hook)} (connection refused)`,
    isUnreached: true,
  }),
  "no such host|server misbehaving": (hook) => ({
    message: `the name in ${addressOf(hook)} cannot be resolved (no such host)`,
    isUnreached: true,
  }),
  "server gave HTTP response to HTTPS client": (hook) => ({
    message: `${addressOf(hook)} speaks HTTP, not HTTPS`,
  }),
  "first record does not look like a TLS handshake": (hook) => ({
    message: `${addressOf(hook)} does not speak TLS: is it the right port?`,
  }),
  "(?:^|: )EOF$|connection reset by peer": (hook) => ({
    message: `${addressOf(hook)} accepted the connection and closed it without an answer: look at the log of the webhook; or does this port speak something other than TLS?`,
  }),
  "^no service port ": (hook, reason) => ({
    message: `${addressOf(hook)} cannot be reached: ${reason}`,
    place: [...addressPlace(hook), "port"],
  }),
});

/** Describes a call that got no readable response. */
export function transportText(
  hook: Addressed,
  told: string,
  { answered }: Pick<Failed, "answered">,
): FailureText {
  const place = addressPlace(hook);
  if (answered !== undefined)
    return { message: `${answeredText(told, answered)}${rootHint(hook, answered.status)}`, place };
  if (/^could not get REST client: /.test(told)) return clientText(hook, told.replace(/^[^:]+: /, ""));
  const reason = withoutAddress(told);
  const unknown: FailureText = {
    message: `${addressOf(hook)} cannot be reached: ${reason}`,
    isUnreached: true,
  };
  return { place, ...(failureFor(reason)?.known(hook, reason) ?? unknown) };
}

/** Says that the server calls / because the configuration has no path, where nothing is found; empty for other answers. */
export function rootHint({ target: { clientConfig } }: Addressed, status: number): string {
  const { service } = clientConfig;
  return status === NOT_FOUND && service !== undefined && !service.path
    ? " clientConfig.service has no path, so that the API server calls /"
    : "";
}

export const NOT_FOUND = 404;

function unknownAuthority({ target }: Addressed): FailureText {
  const isMissing = (target.clientConfig.caBundle ?? "") === "";
  const message = isMissing
    ? "no authority of this system has signed its certificate, and there is no clientConfig.caBundle"
    : "no authority in clientConfig.caBundle has signed its certificate";
  const fix = "the certificate of the authority that signed it (PEM, in base64)";
  return { message, place: ["clientConfig", "caBundle"], fix };
}

function clientText(hook: Addressed, told: string): FailureText {
  const isBundle = /certificate|PEM|caBundle/i.test(told);
  const place = isBundle ? ["clientConfig", "caBundle"] : addressPlace(hook);
  return { message: `it cannot be called: ${told}`, place };
}
