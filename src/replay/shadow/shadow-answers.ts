import type { HookTarget } from "../../admission/hook.ts";
import type { CallOptions, TransportResult } from "../../admission/ports.ts";
import type { Verdict } from "../../admission/verdict.ts";
import { isJsonObject } from "../../api/json.ts";
import { parseJson } from "../../json/parse.ts";
import { stringify } from "../../json/stringify.ts";
import { createAnswersBefore } from "../answer-as-before.ts";
import { recordedCalls } from "../recorded-calls.ts";
import { isSameValue } from "./same-value.ts";

/** Posts a review to a webhook. */
export type Call = (target: HookTarget, body: Uint8Array, options: CallOptions) => Promise<TransportResult>;

/** Who answers for webhooks while a request is decided a second time. */
export interface ShadowAnswers {
  begin(verdict: Verdict): void;
  answer: Call;
  /** Names of webhooks of this request that were taken to allow it: nobody knows what they would say. */
  readonly assumed: ReadonlySet<string>;
  /** Milliseconds that were spent with waiting for webhooks since `begin`. */
  readonly waited: number;
}

/** Of the plan that decides: what a webhook says of its side effects. */
export type SideEffectsOf = (target: HookTarget) => string | undefined;

/**
 * Webhooks that were asked about a request answer as they did then: nobody is asked twice. `call`: those that were not
 * asked are, as a dry run, if they say that this has no side effects; absent: they are taken to allow.
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

/** The same webhook at the same place. */
const wasAsked = (verdict: Verdict | undefined, target: HookTarget): boolean =>
  (verdict?.asked ?? []).some(
    ({ hook, call }) =>
      call !== undefined &&
      hook.name === target.hook &&
      hook.configuration === target.configuration &&
      isSameValue(hook.target.clientConfig, target.clientConfig),
  );

/** The request has no effect: the webhooks that are called for it have to know. */
function asDryRun(body: Uint8Array): Uint8Array {
  const review = parseJson(body);
  if (!isJsonObject(review) || !isJsonObject(review.request)) return body;
  return Buffer.from(stringify({ ...review, request: { ...review.request, dryRun: true } }));
}
