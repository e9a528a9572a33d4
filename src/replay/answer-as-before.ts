import type { HookTarget } from "../admission/hook.ts";
import type { TransportResult } from "../admission/ports.ts";
import { answerReviews } from "../explain/offline/answers.ts";
import { type JsonObject, record } from "../json/value.ts";
import type { RecordedCall, RecordedRequest } from "../recording/recording.ts";

/** Answers for webhooks as they answered when a request was recorded. */
export interface AnswersBefore {
  /** Starts a request. */
  begin(request: Pick<RecordedRequest, "calls">): void;
  answer(target: HookTarget, body: Uint8Array): Promise<TransportResult>;
  /** Number of calls of this request that were answered. */
  readonly count: number;
  /** Names of webhooks of this request without a recorded response, which is assumed to allow the request. */
  readonly assumed: ReadonlySet<string>;
}

/** Returns answers without a request: `begin` comes first. */
export function createAnswersBefore(): AnswersBefore {
  let calls: RecordedCall[] = [];
  let count = 0;
  const assumed = new Set<string>();
  return {
    assumed,
    get count() {
      return count;
    },
    begin(request) {
      calls = [...request.calls];
      assumed.clear();
      count = 0;
    },
    async answer(target, body) {
      count += 1;
      const at = calls.findIndex((call) => isOf(call, target));
      const call = calls[at];
      if (call === undefined) {
        assumed.add(target.hook);
        return answerReviews({})(target, body);
      }
      // A further call of the same webhook is that of the second round.
      calls.splice(at, 1);
      return answerReviews({ [target.hook]: recordedAnswer(call) })(target, body).then((result) =>
        call.outcome === "failed" ? failure(call) : result,
      );
    },
  };
}

const isOf = (call: RecordedCall, { hook, configuration, phase }: HookTarget): boolean =>
  call.webhook === hook &&
  (call.configuration === "" || (call.configuration === configuration && call.phase === phase));

/** Converts a recorded call to the `response` of a review. */
export function recordedAnswer({
  outcome,
  code,
  reason,
  message,
  patch,
  warnings,
}: RecordedCall): JsonObject {
  if (outcome === "failed") return {};
  const said = warnings.length === 0 ? {} : { warnings: [...warnings] };
  if (outcome === "allowed")
    return { allowed: true, ...said, ...(patch.length > 0 && { patch: [...patch] }) };
  const status = {
    ...(code !== 0 && { code }),
    ...(message !== "" && { message }),
    ...(reason !== "" && { reason }),
  };
  return { allowed: false, ...said, status: record(status) };
}

const failure = ({ message }: RecordedCall): TransportResult => ({
  kind: "error",
  message: message || "the call failed when it was recorded",
  code: 500,
  canceled: false,
  timedOut: message.includes("deadline exceeded"),
});
