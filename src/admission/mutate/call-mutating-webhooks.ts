import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import type { Invocation, WebhookHook } from "../hook.ts";
import { type ReviewFrame, reviewFrame } from "../hooks/webhook/build-review.ts";
import { callLine } from "../hooks/webhook/call-line.ts";
import { callWebhook } from "../hooks/webhook/call-webhook.ts";
import { closedError, logFailure, logPatchProblem } from "../hooks/webhook/failure.ts";
import type { Candidate } from "../match/candidates.ts";
import { selectorOf } from "../match/left-out.ts";
import {
  conversionError,
  type Match,
  type MatchInput,
  shouldCall,
  type VersionedPair,
} from "../match/should-call.ts";
import { placeOf } from "../place-of.ts";
import { hookLine, recordAnswer } from "../recorder.ts";
import { type Run, requestTimeout } from "../run.ts";
import type { CallLine, HookLine } from "../verdict.ts";
import { whenBoth } from "../versioned.ts";
import { applyAnswer } from "./apply-answer.ts";
import { CurrentObject } from "./current-object.ts";
import { inPieces } from "./in-pieces.ts";
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
  if (round === 1 && !run.same(reinvocation.lastOutput, state.object)) reinvocation.promote();
  try {
    const turn = new Turn(run, state, round);
    for (let candidate = turn.next(); candidate !== undefined; candidate = turn.next()) {
      const pending = turn.ask(candidate);
      const error = pending instanceof Promise ? await pending : pending;
      if (error !== undefined) return error;
    }
    const ready = turn.readyToFinish();
    if (ready !== undefined) await ready;
    state.object = turn.finish();
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  } finally {
    reinvocation.lastOutput = state.object;
  }
}

type Refusal = StatusError | undefined;

class Turn {
  readonly #run: Run;
  readonly #state: MutateState;
  readonly #round: 0 | 1;
  readonly #current: CurrentObject;
  #frame: ReviewFrame | undefined;
  /** Position after the last hook that was considered. */
  #at = 0;
  /** Positions of the hooks whose selectors have to be evaluated for `#seen`. */
  #positions: Iterator<number, undefined> | undefined;
  #seen: KubeObject | null = null;
  #input: MatchInput | undefined;

  constructor(run: Run, state: MutateState, round: 0 | 1) {
    this.#run = run;
    this.#state = state;
    this.#round = round;
    this.#current = new CurrentObject(state.object, run.attributes.kind, run.ports);
  }

  readyToFinish(): Promise<void> | undefined {
    return this.#current.ready();
  }

  finish(): KubeObject | null {
    return this.#current.hub();
  }

  /** Returns the next hook to consider for the object in its current state. */
  next(): Candidate | undefined {
    const list = this.#run.candidates.mutating;
    const object = this.#current.seen;
    if (this.#positions === undefined || object !== this.#seen) {
      this.#positions = this.#run.mayTake(list, object)[Symbol.iterator]();
      this.#seen = object;
    }
    let next: number;
    do next = this.#positions.next().value ?? list.all.length;
    while (next < this.#at);
    if (next > this.#at) this.#leaveOut(this.#at, next, object);
    this.#at = next + 1;
    return list.all[next];
  }

  #leaveOut(from: number, to: number, object: KubeObject | null): void {
    const { attributes, candidates, namespaceLabels, recorder } = this.#run;
    const round = this.#round;
    const { mutating } = this.#run.plan;
    recorder.hookLines.pushLater(() =>
      candidates.mutating.all.slice(from, to).map((candidate): HookLine => {
        const { hook } = candidate;
        const filter = selectorOf(candidate, attributes, object, namespaceLabels);
        return { hook, phase: "admit", round, index: placeOf(hook, mutating), object, filter };
      }),
    );
  }

  /** Matches and calls one hook. It returns no promise for a hook that is not called: there may be very many. */
  ask(candidate: Candidate): Refusal | Promise<Refusal> {
    const { hook } = candidate;
    const pending = shouldCall(candidate, this.#matchInput());
    return pending instanceof Promise
      ? pending.then((match) => this.#act(hook, match))
      : this.#act(hook, pending);
  }

  #act(hook: WebhookHook, match: Match): Refusal | Promise<Refusal> {
    if (match.kind !== "call") return this.#notCalled(hook, match);
    if (this.#round === 1 && !this.#state.reinvocation.isNeeded(hook.uid)) {
      this.#record(hook, { filter: { kind: "reinvocation", saw: hook.reinvocationPolicy } }, match);
      return undefined;
    }
    return this.#call(hook, match);
  }

  #matchInput(): MatchInput {
    const object = this.#current.seen;
    if (this.#input?.object === object) return this.#input;
    const { attributes, evaluateConditions, namespaceLabels } = this.#run;
    this.#input = {
      attributes,
      object,
      oldObject: attributes.oldObject,
      name: attributes.name,
      evaluateConditions,
      namespaceLabels,
      ready: this.#ready,
      versioned: this.#versioned,
    };
    return this.#input;
  }

  readonly #ready = ({ kind }: Invocation): Promise<void> | undefined =>
    whenBoth(this.#current.ready(kind), this.#run.old?.ready(kind));

  readonly #versioned = ({ kind }: Invocation): VersionedPair => {
    try {
      return { object: this.#current.in(kind), oldObject: this.#run.old?.in(kind) ?? null };
    } catch (error) {
      throw conversionError(error);
    }
  };

  #notCalled(hook: WebhookHook, match: Match & { kind: "skip" | "error" }): Refusal {
    if (match.kind === "skip") this.#record(hook, { filter: match.filter }, match);
    else this.#record(hook, { error: match.error }, match);
    return match.kind === "error" ? match.error : undefined;
  }

  #record(
    hook: WebhookHook,
    what: Pick<HookLine, "filter" | "error" | "call">,
    { conditions }: Match,
    object = this.#current.seen,
  ): void {
    const index = placeOf(hook, this.#run.plan.mutating);
    const line = { hook, phase: "admit" as const, round: this.#round, index, object };
    this.#run.recorder.hookLines.push(hookLine(line, what, conditions));
  }

  async #call(hook: WebhookHook, match: Match & { kind: "call" }): Promise<StatusError | undefined> {
    let objects: VersionedPair;
    try {
      const ready = this.#ready(match.invocation);
      if (ready !== undefined) await ready;
      objects = this.#versioned(match.invocation);
    } catch (error) {
      const failure = conversionError(error);
      this.#record(hook, { error: failure }, match);
      return failure;
    }
    const before = this.#current.seen;
    const call = await this.#callAndApply(hook, match.invocation, objects);
    this.#record(hook, { call }, match, before);
    if (call.changed) {
      this.#state.reinvocation.promote();
      this.#state.again = true;
    }
    if (hook.reinvocationPolicy === "IfNeeded") this.#state.reinvocation.noteCall(hook.uid);
    return this.#conclude(hook, call);
  }

  async #callAndApply(
    hook: WebhookHook,
    invocation: Invocation,
    { object, oldObject }: VersionedPair,
  ): Promise<CallLine> {
    const { attributes, ports, recorder } = this.#run;
    if (object !== null) await inPieces(object.bytesSteps(), attributes);
    this.#frame ??= reviewFrame(attributes, attributes.name);
    const result = await callWebhook({
      hook,
      invocation,
      object,
      oldObject,
      attributes,
      frame: this.#frame,
      ports,
    });
    const { response } = result;
    if (response) recordAnswer(recorder, ports, hook, response.auditAnnotations, response.warnings);
    const input =
      response !== undefined && result.outcome.kind === "allowed"
        ? {
            hook,
            response,
            object: object?.object ?? null,
            kind: invocation.kind,
            ports,
            same: (before: KubeObject, after: KubeObject) => this.#state.sameAfterPatch(before, after),
          }
        : undefined;
    const applied = input && (await inPieces(applyAnswer(input), attributes));
    const line = callLine(result, ports);
    if (applied?.kind === "problem") {
      const { outcome } = applied;
      if (outcome.kind === "error") logPatchProblem(this.#run, hook, outcome.error);
      return { ...line, outcome };
    }
    if (applied?.kind !== "patched") return line;
    const { patch, object: after } = applied;
    const change = { round: this.#round, before: this.#current.seen, after };
    recorder.changes.push({ kind: "webhook", hook, ...change, written: { kind: "patch", patch } });
    this.#current.replace(after);
    return { ...line, patch: applied.patch, changed: applied.changed };
  }

  #conclude(hook: WebhookHook, { outcome }: CallLine): StatusError | undefined {
    switch (outcome.kind) {
      case "allowed":
        return undefined;
      case "rejected":
      case "error":
        return outcome.error;
      case "failed":
        logFailure(this.#run, hook, outcome);
        if (!outcome.ignored) return closedError(hook, outcome);
        return this.#run.ended ? requestTimeout() : undefined;
    }
  }
}
