import type { CallLine, HookLine, Verdict } from "../admission/verdict.ts";
import type { JsonObject } from "../json/value.ts";
import { ownWords } from "../recording/own-words.ts";
import type { RecordedCall } from "../recording/recording.ts";

/** Returns the calls of an admission in the form of a recording. */
export const recordedCalls = ({ asked }: Verdict): RecordedCall[] =>
  asked.flatMap((line) => (line.call === undefined ? [] : [recordedCall(line, line.call)]));

function recordedCall({ hook, phase, round }: HookLine, call: CallLine): RecordedCall {
  const { name, configuration } = hook;
  return {
    configuration,
    webhook: name,
    phase: phase === "admit" ? "mutating" : "validating",
    round,
    ...answerOf(call, name),
    patch: (call.patch?.operations ?? []) as unknown as JsonObject[],
    warnings: call.warnings,
    milliseconds: call.milliseconds,
  };
}

function answerOf(
  { outcome }: CallLine,
  webhook: string,
): Pick<RecordedCall, "outcome" | "code" | "reason" | "message"> {
  switch (outcome.kind) {
    case "allowed":
      return { outcome: "allowed", code: 0, reason: "", message: "" };
    case "rejected": {
      const { code, reason, message } = outcome.error;
      return { outcome: "denied", code, reason, message: ownWords(message, webhook) };
    }
    case "failed":
      return {
        outcome: "failed",
        code: outcome.code,
        reason: "",
        message: ownWords(outcome.reason, webhook),
      };
    case "error":
      return { outcome: "failed", code: outcome.error.code, reason: "", message: outcome.error.message };
  }
}
