import type { WebhookHook } from "../../admission/hook.ts";
import type { CallLine } from "../../admission/verdict.ts";
import { answerText, reviewText } from "./answer-text.ts";
import type { Failed, FailureText } from "./failed-call.ts";
import { plainWords } from "./plain-words.ts";
import { transportText } from "./transport-text.ts";

/** Describes the failure of a call in words. */
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
    case "patch-type":
      return { message: `${told}: JSONPatch is the only type of patches` };
    default:
      return { message: `its patch cannot be applied: ${plainWords(told)}` };
  }
}

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
