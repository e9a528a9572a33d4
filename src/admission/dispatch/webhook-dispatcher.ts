import type { KubeObject } from "../../api/meta.ts";
import type { StatusError } from "../../api/status.ts";
import type { Steps } from "../../async/steps.ts";
import type { WebhookHook } from "../hook.ts";
import { type ReviewFrame, reviewFrame } from "../hooks/webhook/build-review.ts";
import { callWebhook } from "../hooks/webhook/call-webhook.ts";
import { closedError, logFailure, logRejection } from "../hooks/webhook/failure.ts";
import type { ReviewResponse } from "../hooks/webhook/verify-review.ts";
import type { Candidate } from "../match/candidates.ts";
import { selectorOf } from "../match/left-out.ts";
import { conversionError, type Match, type MatchInput, shouldCall } from "../match/should-call.ts";
import { placeOf } from "../place-of.ts";
import { hookLine, recordAnswer } from "../recorder.ts";
import { type Run, requestTimeout } from "../run.ts";
import type { Refusal } from "../run-chain.ts";
import type { CallLine, HookLine, Writable } from "../verdict.ts";
import type { RequestObjects, VersionedPair } from "../versioned.ts";
import { inPieces } from "./in-pieces.ts";

/** A webhook that is called, and the objects in its version. */
export interface Matched {
  readonly hook: WebhookHook;
  readonly match: Match & { kind: "call" };
  readonly objects: VersionedPair;
}

/**
 * Considers the webhooks of one phase in their order: matching, the objects in the webhook's version, the call,
 * the failure policy, and the lines of the verdict
 * (apiserver/pkg/admission/plugin/webhook/generic/webhook.go, Dispatch). The phases differ in the time of the
 * call (`take`) and in the effect of a response (`merge`).
 */
export abstract class WebhookDispatcher implements MatchInput {
  readonly run: Run;
  readonly phase: WebhookHook["phase"];
  readonly round: 0 | 1;
  readonly name: string;
  readonly objects: RequestObjects;
  #frame: ReviewFrame | undefined;
  /** Position after the last hook that was considered. */
  #at = 0;
  /** Positions of the hooks whose selectors have to be evaluated for `#seen`. */
  #positions: readonly number[] | undefined;
  #nextPosition = 0;
  #seen: KubeObject | null = null;

  constructor(run: Run, phase: WebhookHook["phase"], round: 0 | 1, name: string, objects: RequestObjects) {
    this.run = run;
    this.phase = phase;
    this.round = round;
    this.name = name;
    this.objects = objects;
  }

  /** Calls a webhook that matches, or keeps it until all are matched. */
  protected abstract take(matched: Matched): Refusal | Promise<Refusal>;

  /** Applies a response that allows the request, and returns its effect. Absent: it has none. */
  protected merge?(matched: Matched, response: ReviewResponse): Steps<Partial<CallLine>>;

  get attributes(): Run["attributes"] {
    return this.run.attributes;
  }

  get evaluateConditions(): Run["evaluateConditions"] {
    return this.run.evaluateConditions;
  }

  get namespaceLabels(): Run["namespaceLabels"] {
    return this.run.namespaceLabels;
  }

  /** Considers all webhooks. The first error ends it, and is the result. */
  async considerAll(): Promise<Refusal> {
    for (let candidate = this.#next(); candidate !== undefined; candidate = this.#next()) {
      const pending = this.#consider(candidate);
      const error = pending instanceof Promise ? await pending : pending;
      if (error !== undefined) return error;
    }
    return undefined;
  }

  /** Returns the next hook to consider for the object in its current state. */
  #next(): Candidate | undefined {
    const list = this.run.candidates[this.phase];
    const { seen } = this.objects.object;
    if (this.#positions === undefined || seen !== this.#seen) {
      this.#positions = this.run.mayTake(list, seen);
      this.#nextPosition = 0;
      this.#seen = seen;
    }
    let next: number;
    do next = this.#positions[this.#nextPosition++] ?? list.all.length;
    while (next < this.#at);
    if (next > this.#at) this.#leaveOut(this.#at, next, seen);
    this.#at = next + 1;
    return list.all[next];
  }

  #leaveOut(from: number, to: number, object: KubeObject | null): void {
    // The verdict can outlive the request: its lines must not keep the dispatcher, with the bytes of the objects.
    const { run, phase, round } = this;
    run.recorder.hookLines.pushLater(() =>
      run.candidates[phase].all.slice(from, to).map((candidate) => {
        const filter = selectorOf(candidate, run.attributes, object, run.namespaceLabels);
        return hookLine(lineOf(run, phase, round, candidate.hook, object), { filter }, undefined);
      }),
    );
  }

  /** Matches one hook. It returns no promise for a hook that is not called: there may be very many. */
  #consider(candidate: Candidate): Refusal | Promise<Refusal> {
    const { hook } = candidate;
    const pending = shouldCall(candidate, this);
    return pending instanceof Promise
      ? pending.then((match) => this.act(hook, match))
      : this.act(hook, pending);
  }

  /** Records a webhook that is not called, and takes one that is. */
  protected act(hook: WebhookHook, match: Match): Refusal | Promise<Refusal> {
    if (match.kind === "skip") return this.record(hook, match, { filter: match.filter });
    if (match.kind === "error") return this.#fail(hook, match, match.error);
    const ready = this.objects.ready(match.invocation.kind);
    return ready === undefined
      ? this.#takeConverted(hook, match)
      : ready.then(() => this.#takeConverted(hook, match));
  }

  #takeConverted(hook: WebhookHook, match: Match & { kind: "call" }): Refusal | Promise<Refusal> {
    let objects: VersionedPair;
    try {
      objects = this.objects.in(match.invocation.kind);
    } catch (error) {
      return this.#fail(hook, match, conversionError(error));
    }
    return this.take({ hook, match, objects });
  }

  #fail(hook: WebhookHook, match: Match, error: StatusError): StatusError {
    this.record(hook, match, { error });
    return error;
  }

  /** `called`: see `lineOf`. */
  protected record(
    hook: WebhookHook,
    { conditions }: Match,
    what: Pick<HookLine, "filter" | "error" | "call">,
    called?: number,
    object = this.objects.object.seen,
  ): undefined {
    const line = lineOf(this.run, this.phase, this.round, hook, object, called);
    this.run.recorder.hookLines.push(hookLine(line, what, conditions));
  }

  /** Calls one hook, applies its response, and records the call. `called`: see `lineOf`. */
  protected async call(matched: Matched, called?: number): Promise<CallLine> {
    const { hook, match, objects } = matched;
    const { attributes, ports, recorder } = this.run;
    const { invocation } = match;
    const before = this.objects.object.seen;
    this.#frame ??= reviewFrame(attributes, this.name);
    const frame = this.#frame;
    const { call, response } = await callWebhook({ hook, invocation, ...objects, attributes, frame, ports });
    if (response !== undefined) {
      recordAnswer(recorder, ports, hook, response.auditAnnotations, response.warnings);
      const steps = response.allowed ? this.merge?.(matched, response) : undefined;
      if (steps !== undefined) Object.assign(call, await inPieces(steps, attributes));
    }
    call.milliseconds = ports.now() - call.startedAt;
    this.record(hook, match, { call }, called, before);
    return call;
  }

  /** Returns the error of a call, which the failure policy may ignore. */
  protected conclude(hook: WebhookHook, { outcome }: CallLine): Refusal {
    if (outcome.kind === "allowed") return undefined;
    const isMutating = this.phase === "mutating";
    if (outcome.kind !== "failed") {
      if (!isMutating) logRejection(this.run, hook, outcome.error);
      return outcome.error;
    }
    logFailure(this.run, hook, outcome);
    if (!outcome.ignored) return closedError(hook, outcome);
    // The calls after this one would fail, too.
    return isMutating && this.run.ended ? requestTimeout() : undefined;
  }
}

/** `called`: position among the hooks that are called at the same time; -1: it is not called. */
function lineOf(
  { plan }: Run,
  phase: WebhookHook["phase"],
  round: 0 | 1,
  hook: WebhookHook,
  object: KubeObject | null,
  called = -1,
): Writable<HookLine> {
  if (phase === "validating") return { hook, phase: "validate", round, index: called };
  return { hook, phase: "admit", round, index: placeOf(hook, plan.mutating), object };
}
