import type { HookTarget } from "../../admission/hook.ts";
import type { CallOptions, TransportResult } from "../../admission/ports.ts";
import type { Verdict } from "../../admission/verdict.ts";
import { parseJson } from "../../json/parse/parse.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject } from "../../json/value.ts";
import { createAnswersBefore } from "../answer-as-before.ts";
import { recordedCalls } from "../recorded-calls.ts";
import { isSameValue } from "./same-value.ts";

/** Posts a review to a webhook. */
export type Call = (target: HookTarget, body: Uint8Array, options: CallOptions) => Promise<TransportResult>;

/** Answers for webhooks while a request is decided a second time. */
export interface ShadowAnswers {
  begin(verdict: Verdict): void;
  answer: Call;
  /** Names of webhooks of this request that were assumed to allow it because their response is not known. */
  readonly assumed: ReadonlySet<string>;
  /** Time spent waiting for webhooks since `begin`, in milliseconds. */
  readonly waited: number;
}

/** Returns the sideEffects of a webhook in the plan that decides. */
export type SideEffectsOf = (target: HookTarget) => string | undefined;

/**
 * Returns answers for webhooks. Webhooks that were called for a request answer as they did then, and are not
 * called twice. `call` calls the others, as a dry run, if their sideEffects permit it; if absent, they are
 * assumed to allow the request.
 */
export function createShadowAnswers(call?: Call, sideEffectsOf?: SideEffectsOf): ShadowAnswers {
  const before = createAnswersBefore();
  let verdict: Verdict | undefined;
  let waited = 0;
  const isCallable = (target: HookTarget): boolean =>
    !wasAsked(verdict, target) && WITHOUT_EFFECT.has(sideEffectsOf?.(target) ?? "");
  return {
    assumed: before.assumed,
    get waited() {
      return waited;
    },
    begin(next) {
      verdict = next;
      waited = 0;
      before.begin({ calls: recordedCalls(next) });
    },
    async answer(target, body, options) {
      if (call === undefined || !isCallable(target)) return before.answer(target, body);
      const since = performance.now();
      const result = await call(target, asDryRun(body), options);
      waited += performance.now() - since;
      return result;
    },
  };
}

const WITHOUT_EFFECT: ReadonlySet<string> = new Set(["None", "NoneOnDryRun"]);

/** True if the same webhook was called at the same address. */
const wasAsked = (verdict: Verdict | undefined, target: HookTarget): boolean =>
  (verdict?.asked ?? []).some(
    ({ hook, call }) =>
      call !== undefined &&
      hook.name === target.hook &&
      hook.configuration === target.configuration &&
      isSameValue(hook.target.clientConfig, target.clientConfig),
  );

/** Marks a review as a dry run, because the request has no effect, and webhooks must know this. */
function asDryRun(body: Uint8Array): Uint8Array {
  const review = parseJson(body);
  if (!isJsonObject(review) || !isJsonObject(review.request)) return body;
  return Buffer.from(stringify({ ...review, request: { ...review.request, dryRun: true } }));
}
