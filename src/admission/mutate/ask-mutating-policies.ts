import { formatGroupVersionKind, type GroupVersionKind } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { internalError, StatusError, serviceUnavailable } from "../../api/status.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import type { Steps } from "../../async/steps.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import type { GoContainers } from "../../go/go-container.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Attributes } from "../attributes.ts";
import { inPieces } from "../dispatch/in-pieces.ts";
import { type Asked, PolicyDispatcher } from "../dispatch/policy-dispatcher.ts";
import { type Denial, failuresError } from "../hooks/policy/denial.ts";
import { evaluateMutation } from "../hooks/policy/evaluate-mutation.ts";
import { errorTypeOf, type PolicyEntry } from "../hooks/policy/policy-lines.ts";
import type { PolicySubject } from "../hooks/policy/policy-subject.ts";
import type { Resolved } from "../hooks/policy/resolve.ts";
import type { MutatingPolicy, Mutation } from "../policy-hook.ts";
import type { AdmissionPorts } from "../ports.ts";
import type { Run } from "../run.ts";
import type { Refusal } from "../run-chain.ts";
import type { PolicyCheck } from "../verdict.ts";
import { RequestObjects } from "../versioned.ts";
import { applyMutation } from "./apply-mutation.ts";
import { CurrentObject } from "./current-object.ts";
import type { MutateState } from "./mutate-state.ts";
import { isCustom } from "./patched-object.ts";
import { containersIn, ObjectForms } from "./typed-variables.ts";

/**
 * Runs the mutating policies of one round, one after the other, with each binding and each parameter
 * (apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go, dispatchInvocations). The policies to run
 * are chosen before the first one changes the object.
 */
export const askMutatingPolicies = (run: Run, state: MutateState, round: 0 | 1): Promise<Refusal> =>
  new MutatingDispatcher(run, state, round).dispatch();

function conversionProblem(convert: () => unknown): string | undefined {
  try {
    convert();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const unpublished = (kind: GroupVersionKind): StatusError =>
  serviceUnavailable(
    `Resource kind ${formatGroupVersionKind(kind)} not found. There can be a delay between when CustomResourceDefinitions are created and when they are available.`,
  );

/**
 * Failure of every mutation of a custom resource's Scale: the mutation makes an untyped Scale, which the
 * converter of custom resources does not know (dispatcher.go, dispatchOne).
 */
const UNCONVERTED_SCALE = "request to convert CR to an invalid group/version: autoscaling/v1";

function isCustomScale({ resource, subresource }: Attributes, ports: AdmissionPorts): boolean {
  if (subresource !== "scale") return false;
  const parent = ports.kindFor(resource, "");
  return parent !== undefined && isCustom(parent, ports);
}

class MutatingDispatcher extends PolicyDispatcher<MutatingPolicy> {
  readonly #state: MutateState;
  readonly #current: CurrentObject;
  readonly #failures: Denial[] = [];
  #rewritten = false;
  readonly #forms = new Map<string, ObjectForms>();

  constructor(run: Run, state: MutateState, round: 0 | 1) {
    const current = new CurrentObject(state.object, run.attributes.kind, run.ports);
    super(run, "admit", round, run.attributes.name, new RequestObjects(current, run.old));
    this.#state = state;
    this.#current = current;
  }

  async dispatch(): Promise<Refusal> {
    const { attributes, candidates } = this.run;
    const resolving = this.resolve(candidates.mutatingPolicies, ({ kind }) =>
      thenMaybe(this.objects.ready(kind), () => conversionProblem(() => this.objects.in(kind))),
    );
    const resolved = resolving instanceof Promise ? await resolving : resolving;
    const asked = resolved.filter((one) => this.#isAsked(one));
    const error = asked.length === 0 ? undefined : await this.#evaluateAll(asked);
    const request = { attributes, object: this.#state.object, name: this.name };
    return error ?? failuresError(this.#failures, request);
  }

  #isAsked(resolved: Resolved<MutatingPolicy>): resolved is Asked<MutatingPolicy> {
    if (resolved.kind === "ask") return true;
    const message = this.leaveOut(resolved);
    if (message !== undefined) this.#fail(resolved, message, "");
    return false;
  }

  #fail(
    { policy, binding }: Pick<Resolved<MutatingPolicy>, "policy" | "binding">,
    message: string,
    reason = "Invalid",
  ): void {
    this.#failures.push({ policy, binding, message, reason });
  }

  async #evaluateAll(asked: readonly Asked<MutatingPolicy>[]): Promise<Refusal> {
    const { policyReinvocation } = this.#state;
    policyReinvocation.begin(this.round, this.#state.object, this.run);
    try {
      const missing = await this.readNamespace();
      if (missing !== undefined) return missing;
      for (const one of asked)
        for (const param of one.params) {
          const ready = this.#current.ready(one.invocation.kind);
          if (ready !== undefined) await ready;
          const error = await inPieces(this.#evaluate(one, param), this.run.attributes);
          if (error !== undefined) return error;
        }
      const ready = this.#rewritten ? this.#current.ready() : undefined;
      if (ready !== undefined) await ready;
      return this.#writeBack();
    } finally {
      policyReinvocation.lastOutput = this.#state.object;
    }
  }

  /**
   * Writes the changes back. Every mutation that was carried out counts as a change, even if the object is
   * equal.
   */
  #writeBack(): Refusal {
    if (!this.#rewritten) return undefined;
    this.#state.policyReinvocation.promote();
    this.#state.again = true;
    this.#state.noteRewritten();
    try {
      this.#state.object = this.#current.hub();
      return undefined;
    } catch (error) {
      return internalError(`failed to convert object: ${messageOf(error)}`, error);
    }
  }

  *#evaluate(asked: Asked<MutatingPolicy>, param: KubeObject | null): Steps<Refusal> {
    const { policy, binding } = asked;
    const entry = this.begin(asked, param);
    if (!this.#conditionsHold(asked, param, entry)) return undefined;
    const { policyReinvocation } = this.#state;
    const key = `${policy.name}/${binding.name}/${entry.param ?? ""}`;
    if (this.round === 1 && !policyReinvocation.isNeeded(key)) {
      entry.filter = { kind: "reinvocation", saw: policy.reinvocationPolicy };
      return undefined;
    }
    const checks: PolicyCheck[] = [];
    entry.checks = checks;
    const error = yield* this.#mutate(asked, param, checks);
    if (error === undefined && policy.reinvocationPolicy === "IfNeeded") policyReinvocation.noteCall(key);
    return error;
  }

  #conditionsHold(asked: Asked<MutatingPolicy>, param: KubeObject | null, entry: PolicyEntry): boolean {
    if (asked.policy.conditions.length === 0) return true;
    this.#formsIn(asked).noteConditions();
    const conditions = this.conditions(asked, this.subject(asked, param), entry);
    if (conditions?.kind === "error") {
      const saw = aggregate(conditions.messages);
      entry.filter = { kind: "matchConditions", saw };
      this.#fail(asked, saw);
    }
    return conditions?.kind === "match";
  }

  *#mutate(
    asked: Asked<MutatingPolicy>,
    param: KubeObject | null,
    checks: PolicyCheck[],
  ): Steps<StatusError | undefined> {
    for (const [index, mutation] of asked.policy.mutations.entries()) {
      const object = this.#current.in(asked.invocation.kind)?.object;
      if (object === undefined) return undefined;
      const startedAt = this.run.ports.now();
      const failure = yield* this.#mutateOnce(asked, mutation, param, object);
      yield;
      const seconds = (this.run.ports.now() - startedAt) / 1000;
      const message = failure instanceof StatusError ? failure.message : failure;
      if (message === undefined) {
        const after = this.#current.seen;
        const changed = !this.run.same(object, after);
        const objects = changed && after !== null ? { objects: { before: object, after } } : {};
        checks.push({ index, actions: ["allow"], errorType: "no_error", seconds, changed, ...objects });
      } else checks.push({ index, actions: ["deny"], errorType: errorTypeOf(message), message, seconds });
      if (failure instanceof StatusError) return failure;
      if (failure !== undefined) this.#fail(asked, failure);
    }
    return undefined;
  }

  /**
   * Applies one mutation. Returns a text if failurePolicy decides, an error if the request fails, undefined
   * after success.
   */
  *#mutateOnce(
    one: Asked<MutatingPolicy>,
    mutation: Mutation,
    param: KubeObject | null,
    object: KubeObject,
  ): Steps<string | StatusError | undefined> {
    const { attributes, ports } = this.run;
    const { policy, invocation } = one;
    if (ports.mutations?.isPublished(invocation.kind) === false) return unpublished(invocation.kind);
    const subject = this.subject(one, param);
    const evaluation = evaluateMutation(policy, mutation, subject, this.#goContainers(one, subject));
    if (evaluation.kind === "error") return evaluation.message;
    yield;
    const ofScale = isCustomScale(attributes, ports);
    const asked = ofScale ? { ...invocation, converted: false } : invocation;
    const mutated = yield* applyMutation(evaluation, object, asked, attributes.kind, ports);
    if (mutated.kind === "failed") return mutated.message;
    if (ofScale && (mutated.kind === "error" || mutated.object !== object)) return UNCONVERTED_SCALE;
    if (mutated.kind === "error") return mutated.error;
    this.#rewritten = true;
    this.#formsIn(one).noteReplaced();
    if (mutated.object === object) return undefined;
    const change = { round: this.round, before: object, after: mutated.object };
    this.run.recorder.changes.push({ kind: "policy", policy, ...change, written: evaluation });
    this.#current.replace(mutated.object);
    return undefined;
  }

  #formsIn({ invocation: { kind } }: Asked<MutatingPolicy>): ObjectForms {
    const key = formatGroupVersionKind(kind);
    const forms = this.#forms.get(key) ?? new ObjectForms();
    this.#forms.set(key, forms);
    return forms;
  }

  #goContainers(asked: Asked<MutatingPolicy>, { forMutations }: PolicySubject): GoContainers | undefined {
    const { mutations, params } = this.run.ports;
    if (mutations?.goContainers === undefined) return undefined;
    const { policy, invocation } = asked;
    const { object, oldObject } = this.#formsIn(asked).take();
    const paramKind = policy.paramKind;
    const kinds = {
      object: object ? invocation.kind : undefined,
      oldObject: oldObject ? invocation.kind : undefined,
      params: paramKind && params?.kind(paramKind)?.typed === true ? paramKind : undefined,
    };
    return containersIn(forMutations, kinds, mutations.goContainers);
  }
}
