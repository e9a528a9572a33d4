import type { GroupVersionKind } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import type { Steps } from "../../async/steps.ts";
import { inPieces } from "../dispatch/in-pieces.ts";
import { type Matched, WebhookDispatcher } from "../dispatch/webhook-dispatcher.ts";
import type { WebhookHook } from "../hook.ts";
import { logPatchProblem } from "../hooks/webhook/failure.ts";
import type { ReviewResponse } from "../hooks/webhook/verify-review.ts";
import { conversionError, type Match } from "../match/should-call.ts";
import type { Run } from "../run.ts";
import type { Refusal } from "../run-chain.ts";
import type { CallLine } from "../verdict.ts";
import { RequestObjects, type VersionedPair } from "../versioned.ts";
import { applyAnswer } from "./apply-answer.ts";
import { CurrentObject } from "./current-object.ts";
import type { MutateState } from "./mutate-state.ts";

/**
 * Calls the mutating webhooks of one round, one after the other
 * (apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, Dispatch). The first error ends the round,
 * and no change is written back.
 */
export async function callMutatingWebhooks(
  run: Run,
  state: MutateState,
  round: 0 | 1,
): Promise<StatusError | undefined> {
  const { reinvocation } = state;
  reinvocation.begin(round, state.object, run);
  try {
    const current = new CurrentObject(state.object, run.attributes.kind, run.ports);
    const error = await new MutatingDispatcher(run, state, round, current).considerAll();
    if (error !== undefined) return error;
    const ready = current.ready();
    if (ready !== undefined) await ready;
    state.object = current.hub();
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  } finally {
    reinvocation.lastOutput = state.object;
  }
}

/** Objects of this phase: kube-apiserver wraps errors of their conversion once more than elsewhere. */
class MutatedObjects extends RequestObjects {
  override in(kind: GroupVersionKind): VersionedPair {
    try {
      return super.in(kind);
    } catch (error) {
      throw conversionError(error);
    }
  }
}

class MutatingDispatcher extends WebhookDispatcher {
  readonly #state: MutateState;
  readonly #current: CurrentObject;

  constructor(run: Run, state: MutateState, round: 0 | 1, current: CurrentObject) {
    super(run, "mutating", round, run.attributes.name, new MutatedObjects(current, run.old));
    this.#state = state;
    this.#current = current;
  }

  protected override act(hook: WebhookHook, match: Match): Refusal | Promise<Refusal> {
    const isLeft = this.round === 1 && match.kind === "call" && !this.#state.reinvocation.isNeeded(hook.uid);
    return isLeft
      ? this.record(hook, match, { filter: { kind: "reinvocation", saw: hook.reinvocationPolicy } })
      : super.act(hook, match);
  }

  /** Calls the webhook at once: the next one receives its result. */
  protected override async take(matched: Matched): Promise<Refusal> {
    const { hook, objects } = matched;
    if (objects.object !== null) await inPieces(objects.object.bytesSteps(), this.attributes);
    const call = await this.call(matched);
    const { reinvocation } = this.#state;
    if (call.changed) {
      reinvocation.promote();
      this.#state.again = true;
    }
    if (hook.reinvocationPolicy === "IfNeeded") reinvocation.noteCall(hook.uid);
    return this.conclude(hook, call);
  }

  protected override *merge(
    { hook, match, objects }: Matched,
    response: ReviewResponse,
  ): Steps<Partial<CallLine>> {
    const { ports, recorder } = this.run;
    const applied = yield* applyAnswer({
      hook,
      response,
      object: objects.object?.object ?? null,
      kind: match.invocation.kind,
      ports,
      same: (before: KubeObject, after: KubeObject) => this.#state.sameAfterPatch(before, after),
    });
    if (applied.kind === "nothing") return {};
    if (applied.kind === "problem") {
      const { outcome } = applied;
      if (outcome.kind === "error") logPatchProblem(this.run, hook, outcome.error);
      return { outcome };
    }
    const { patch, object: after, changed } = applied;
    const change = { round: this.round, before: this.#current.seen, after };
    recorder.changes.push({ kind: "webhook", hook, ...change, written: { kind: "patch", patch } });
    this.#current.replace(after);
    return { patch, changed };
  }
}
