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
import { evaluateMutation } from "../hooks/policy/evaluate-mutation.ts";
import { policiesFor } from "../hooks/policy/left-out.ts";
import { policyConditions } from "../hooks/policy/policy-conditions.ts";
import { errorTypeOf, PolicyEntry, unaskedLine } from "../hooks/policy/policy-lines.ts";
import { failuresError, type PolicyFailure } from "../hooks/policy/policy-refusal.ts";
import { PolicySubject } from "../hooks/policy/policy-subject.ts";
import { requestNamespace } from "../hooks/policy/request-namespace.ts";
import { type Resolved, resolvePolicies } from "../hooks/policy/resolve.ts";
import { ownInvocation } from "../match/candidates.ts";
import type { MutatingPolicy, Mutation } from "../policy-hook.ts";
import type { AdmissionPorts } from "../ports.ts";
import type { Run } from "../run.ts";
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
export async function askMutatingPolicies(
  run: Run,
  state: MutateState,
  round: 0 | 1,
): Promise<StatusError | undefined> {
  const { attributes, namespaceLabels, ports } = run;
  const current = new CurrentObject(state.object, attributes.kind, ports);
  const objects = new RequestObjects(current, run.old);
  const { name } = attributes;
  const own = ownInvocation(attributes);
  const input = { attributes, object: state.object, name, own, namespaceLabels, params: ports.params };
  const candidates = policiesFor(run, run.candidates.mutatingPolicies, input, "admit", round);
  const resolving = resolvePolicies(candidates, {
    ...input,
    prepare: ({ kind }) => thenMaybe(objects.ready(kind), () => conversionProblem(() => objects.in(kind))),
  });
  const resolved = resolving instanceof Promise ? await resolving : resolving;
  const turn = new Turn(run, state, round, current);
  const asked = resolved.filter((one) => turn.isAsked(one));
  const error = asked.length === 0 ? undefined : await turn.run(asked);
  return error ?? turn.finish();
}

function conversionProblem(convert: () => unknown): string | undefined {
  try {
    convert();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

type Asked = Resolved<MutatingPolicy> & { kind: "ask" };

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

class Turn {
  readonly #run: Run;
  readonly #state: MutateState;
  readonly #round: 0 | 1;
  readonly #current: CurrentObject;
  readonly #failures: PolicyFailure[] = [];
  #namespace: KubeObject | null = null;
  #rewritten = false;
  #last: PolicySubject | undefined;
  readonly #forms = new Map<string, ObjectForms>();

  constructor(run: Run, state: MutateState, round: 0 | 1, current: CurrentObject) {
    this.#run = run;
    this.#state = state;
    this.#round = round;
    this.#current = current;
  }

  isAsked(resolved: Resolved<MutatingPolicy>): resolved is Asked {
    if (resolved.kind === "ask") return true;
    this.#run.recorder.policyLines.push(unaskedLine(resolved, "admit", this.#round));
    if (resolved.kind === "problem") {
      const { policy, binding } = resolved;
      const what = binding === undefined ? "policy" : "binding";
      const message = `failed to configure ${what}: ${resolved.message}`;
      this.#failures.push({ policy, binding, message, reason: "" });
    }
    return false;
  }

  async run(asked: readonly Asked[]): Promise<StatusError | undefined> {
    const { policyReinvocation } = this.#state;
    if (this.#round === 1 && !this.#run.same(policyReinvocation.lastOutput, this.#state.object))
      policyReinvocation.promote();
    try {
      const namespace = await requestNamespace(this.#run.attributes, this.#run.ports);
      if (namespace instanceof StatusError) return namespace;
      this.#namespace = namespace;
      for (const one of asked)
        for (const param of one.params) {
          const ready = this.#current.ready(one.invocation.kind);
          if (ready !== undefined) await ready;
          const error = await inPieces(this.#ask(one, param), this.#run.attributes);
          if (error !== undefined) return error;
        }
      const ready = this.#rewritten ? this.#current.ready() : undefined;
      if (ready !== undefined) await ready;
      return this.#writeBack();
    } finally {
      policyReinvocation.lastOutput = this.#state.object;
    }
  }

  finish(): StatusError | undefined {
    const { attributes } = this.#run;
    const request = { attributes, object: this.#state.object, name: attributes.name };
    return failuresError(this.#failures, request);
  }

  /**
   * Writes the changes back. Every mutation that was carried out counts as a change, even if the object is
   * equal.
   */
  #writeBack(): StatusError | undefined {
    if (!this.#rewritten) return undefined;
    this.#state.policyReinvocation.promote();
    this.#state.again = true;
    this.#state.noteRewritten();
    try {
      this.#state.object = this.#current.hub();
      return undefined;
    } catch (error) {
      const text = messageOf(error);
      return internalError(`failed to convert object: ${text}`, error);
    }
  }

  *#ask(asked: Asked, param: KubeObject | null): Steps<StatusError | undefined> {
    const { policy, binding } = asked;
    const entry = new PolicyEntry(asked, param, "admit", this.#round);
    this.#run.recorder.policyLines.push(entry);
    if (!this.#conditionsHold(asked, param, entry)) return undefined;
    const { policyReinvocation } = this.#state;
    const key = `${policy.name}/${binding.name}/${entry.param ?? ""}`;
    if (this.#round === 1 && !policyReinvocation.isNeeded(key)) {
      entry.filter = { kind: "reinvocation", saw: policy.reinvocationPolicy };
      return undefined;
    }
    const checks: PolicyCheck[] = [];
    entry.checks = checks;
    const error = yield* this.#mutate(asked, param, checks);
    if (error === undefined && policy.reinvocationPolicy === "IfNeeded") policyReinvocation.noteCall(key);
    return error;
  }

  #conditionsHold(asked: Asked, param: KubeObject | null, entry: PolicyEntry): boolean {
    const { policy, binding } = asked;
    if (policy.conditions.length === 0) return true;
    this.#formsIn(asked).noteConditions();
    const { forConditions } = this.#subject(asked, param);
    const conditions = policyConditions(policy, forConditions, this.#run.ports.now);
    entry.conditions = conditions;
    if (conditions.kind === "match") return true;
    const isError = conditions.kind === "error";
    const saw = isError ? aggregate(conditions.messages) : conditions.condition;
    entry.filter = { kind: "matchConditions", saw };
    if (isError) this.#failures.push({ policy, binding, message: saw, reason: "Invalid" });
    return false;
  }

  *#mutate(asked: Asked, param: KubeObject | null, checks: PolicyCheck[]): Steps<StatusError | undefined> {
    for (const [index, mutation] of asked.policy.mutations.entries()) {
      const object = this.#current.in(asked.invocation.kind)?.object;
      if (object === undefined) return undefined;
      const startedAt = this.#run.ports.now();
      const failure = yield* this.#mutateOnce(asked, mutation, param, object);
      yield;
      const seconds = (this.#run.ports.now() - startedAt) / 1000;
      const message = failure instanceof StatusError ? failure.message : failure;
      if (message === undefined) {
        const after = this.#current.seen;
        const changed = !this.#run.same(object, after);
        const objects = changed && after !== null ? { objects: { before: object, after } } : {};
        checks.push({ index, actions: ["allow"], errorType: "no_error", seconds, changed, ...objects });
      } else checks.push({ index, actions: ["deny"], errorType: errorTypeOf(message), message, seconds });
      if (failure instanceof StatusError) return failure;
      if (failure !== undefined) {
        const { policy, binding } = asked;
        this.#failures.push({ policy, binding, message: failure, reason: "Invalid" });
      }
    }
    return undefined;
  }

  /**
   * Applies one mutation. Returns a text if failurePolicy decides, an error if the request fails, undefined
   * after success.
   */
  *#mutateOnce(
    one: Asked,
    mutation: Mutation,
    param: KubeObject | null,
    object: KubeObject,
  ): Steps<string | StatusError | undefined> {
    const { attributes, ports } = this.#run;
    const { policy, invocation } = one;
    if (ports.mutations?.isPublished(invocation.kind) === false) return unpublished(invocation.kind);
    const subject = this.#subject(one, param);
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
    const change = { round: this.#round, before: object, after: mutated.object };
    this.#run.recorder.changes.push({ kind: "policy", policy, ...change, written: evaluation });
    this.#current.replace(mutated.object);
    return undefined;
  }

  #formsIn({ invocation: { kind } }: Asked): ObjectForms {
    const key = formatGroupVersionKind(kind);
    const forms = this.#forms.get(key) ?? new ObjectForms();
    this.#forms.set(key, forms);
    return forms;
  }

  #goContainers(asked: Asked, { forMutations }: PolicySubject): GoContainers | undefined {
    const { mutations, params } = this.#run.ports;
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

  #subject({ invocation }: Asked, param: KubeObject | null): PolicySubject {
    const { attributes, ports, old } = this.#run;
    const object = this.#current.in(invocation.kind)?.object ?? null;
    const known = this.#last?.question;
    if (this.#last && known?.invocation === invocation && known.param === param && known.object === object)
      return this.#last;
    this.#last = new PolicySubject({
      attributes,
      invocation,
      name: attributes.name,
      object,
      oldObject: old.in(invocation.kind)?.object ?? null,
      namespace: this.#namespace,
      param,
      authorize: ports.authorize,
    });
    return this.#last;
  }
}
