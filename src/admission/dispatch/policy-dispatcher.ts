import type { KubeObject } from "../../api/meta.ts";
import { notFound } from "../../api/status.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import type { ConditionResult } from "../../cel/kubernetes/match-conditions.ts";
import { policyConditions } from "../hooks/policy/policy-conditions.ts";
import { PolicyEntry, unaskedLine } from "../hooks/policy/policy-lines.ts";
import { PolicySubject } from "../hooks/policy/policy-subject.ts";
import { type Resolved, type ResolveInput, resolvePolicies } from "../hooks/policy/resolve.ts";
import { ownInvocation } from "../match/candidates.ts";
import type { PolicyCandidates } from "../match/policy-candidates.ts";
import type { CompiledPolicy } from "../policy-hook.ts";
import type { Run } from "../run.ts";
import type { Refusal } from "../run-chain.ts";
import type { PhaseName } from "../verdict.ts";
import type { RequestObjects } from "../versioned.ts";

/** A policy that is evaluated, with one binding and its parameters. */
export type Asked<P extends CompiledPolicy> = Resolved<P> & { kind: "ask" };

/**
 * Steps that are the same for the policies of both phases: matching, the namespace, the input of the
 * expressions, match conditions, and the lines of the verdict
 * (apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go).
 */
export class PolicyDispatcher<P extends CompiledPolicy> {
  protected readonly run: Run;
  protected readonly phase: PhaseName;
  protected readonly round: 0 | 1;
  protected readonly name: string;
  protected readonly objects: RequestObjects;
  #namespace: KubeObject | null = null;
  #last: PolicySubject | undefined;

  constructor(run: Run, phase: PhaseName, round: 0 | 1, name: string, objects: RequestObjects) {
    this.run = run;
    this.phase = phase;
    this.round = round;
    this.name = name;
    this.objects = objects;
  }

  /**
   * Decides which policies are evaluated. The lines of policies that selectors exclude together are made when
   * they are read.
   */
  protected resolve(
    list: PolicyCandidates<P>,
    prepare?: ResolveInput["prepare"],
  ): ReturnType<typeof resolvePolicies<P>> {
    const { phase, round } = this;
    const { attributes, namespaceLabels, ports, recorder } = this.run;
    const own = ownInvocation(attributes);
    const object = this.objects.object.seen;
    const input = { attributes, object, name: this.name, own, namespaceLabels, params: ports.params };
    const asking = prepare === undefined ? input : { ...input, prepare };
    const positions = this.run.mayTake(list, object);
    if (positions.length === list.all.length) return resolvePolicies(list.all, asking);
    const taken = new Set(positions);
    recorder.policyLines.pushLater(() => {
      const leftOut = resolvePolicies(
        list.all.filter((_, position) => !taken.has(position)),
        input,
      );
      if (leftOut instanceof Promise) return [];
      return leftOut.flatMap((one) => (one.kind === "ask" ? [] : [unaskedLine(one, phase, round)]));
    });
    return resolvePolicies(
      positions.map((position) => list.all[position]!),
      asking,
    );
  }

  /** Reads the namespace of the request for the expressions. Returns a 404 if it does not exist. */
  protected readNamespace(): Refusal | Promise<Refusal> {
    const { attributes, ports } = this.run;
    const { namespace, kind } = attributes;
    // Expressions have no namespace object for namespaces themselves.
    const isNamespace = kind.kind === "Namespace" && kind.version === "v1" && kind.group === "";
    if (namespace === "" || isNamespace || ports.namespace === undefined) return undefined;
    return thenMaybe(ports.namespace(namespace), (found) => {
      this.#namespace = found ?? null;
      return found === undefined ? notFound({ group: "", resource: "namespaces" }, namespace) : undefined;
    });
  }

  /** Records a policy that is not evaluated. Returns the reason if it cannot be evaluated. */
  protected leaveOut(resolved: Exclude<Resolved<P>, { kind: "ask" }>): string | undefined {
    this.run.recorder.policyLines.push(unaskedLine(resolved, this.phase, this.round));
    if (resolved.kind === "skip") return undefined;
    const what = resolved.binding === undefined ? "policy" : "binding";
    return `failed to configure ${what}: ${resolved.message}`;
  }

  /** Records a policy that is evaluated. */
  protected begin(asked: Asked<P>, param: KubeObject | null): PolicyEntry {
    const entry = new PolicyEntry(asked, param, this.phase, this.round);
    this.run.recorder.policyLines.push(entry);
    return entry;
  }

  /** Returns the input of the expressions. Throws the errors of the conversion. */
  protected subject({ invocation }: Asked<P>, param: KubeObject | null): PolicySubject {
    const object = this.objects.object.in(invocation.kind)?.object ?? null;
    const known = this.#last?.question;
    if (this.#last && known?.invocation === invocation && known.param === param && known.object === object)
      return this.#last;
    const { attributes, ports } = this.run;
    this.#last = new PolicySubject({
      attributes,
      invocation,
      name: this.name,
      object,
      oldObject: this.objects.oldObject.in(invocation.kind)?.object ?? null,
      namespace: this.#namespace,
      param,
      authorize: ports.authorize,
    });
    return this.#last;
  }

  /** Evaluates the match conditions of a policy; undefined: it has none. */
  protected conditions(
    { policy }: Asked<P>,
    subject: PolicySubject,
    entry: PolicyEntry,
  ): ConditionResult | undefined {
    if (policy.conditions.length === 0) return undefined;
    const conditions = policyConditions(policy, subject.forConditions, this.run.ports.now);
    entry.conditions = conditions;
    if (conditions.kind === "exclude") entry.filter = { kind: "matchConditions", saw: conditions.condition };
    return conditions;
  }
}
