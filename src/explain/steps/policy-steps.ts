import { isExemptFromPolicies } from "../../admission/match/exempt.ts";
import type { CompiledPolicy, PolicyBinding, PolicyHook } from "../../admission/policy-hook.ts";
import { refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { PolicyLine } from "../../admission/verdict.ts";
import { POLICY_KINDS } from "../../api/hook-kinds.ts";
import { causeOf, type Owner } from "../changes/causes-of.ts";
import type { Cause, PolicyStep } from "../explanation.ts";
import { conditionFailures } from "../filters/condition-failures.ts";
import type { Failure } from "../filters/failure.ts";
import { failuresOf } from "../filters/failures-of.ts";
import { criteriaMatcher, type Matcher } from "../filters/matcher.ts";
import type { Question } from "../filters/question.ts";
import { isDead } from "../never-matches.ts";
import { placeIn } from "../sources.ts";
import { questionOf, type Subject } from "../subject.ts";
import type { Explained, Reason } from "./explained.ts";
import { explainedChecks, isEvaluated } from "./policy-checks.ts";
import { lineReason } from "./policy-line-reason.ts";
import { bindingOwner, policyOwner } from "./policy-owner.ts";

type Phase = CompiledPolicy["phase"];

/**
 * Returns the steps of the policies of one phase in one round, one for each binding. Policies without a
 * binding are not included.
 */
export function policySteps(phase: Phase, round: 0 | 1, subject: Subject): Explained<PolicyStep>[] {
  const { plan } = subject.verdict;
  const hooks = phase === "mutating" ? plan.mutatingPolicies : plan.validatingPolicies;
  return hooks.flatMap((hook) => new PolicySteps(hook, round, subject).all());
}

class PolicySteps {
  readonly #hook: PolicyHook;
  readonly #policy: CompiledPolicy;
  readonly #bindings: readonly PolicyBinding[];
  readonly #round: 0 | 1;
  readonly #subject: Subject;
  readonly #lines: readonly PolicyLine[];

  constructor(hook: PolicyHook, round: 0 | 1, subject: Subject) {
    const { policy, bindings } = hook;
    this.#hook = hook;
    this.#policy = policy;
    this.#bindings = bindings;
    this.#round = round;
    this.#subject = subject;
    const phase = policy.phase === "mutating" ? "admit" : "validate";
    this.#lines = subject.verdict.policies.filter(
      (line) => line.policy === policy && line.phase === phase && line.round === round,
    );
  }

  all(): Explained<PolicyStep>[] {
    if (this.#round === 1) return this.#lines.map((line) => this.#ofLine(line));
    const barred = this.#barred();
    if (barred !== undefined) return [this.#step(barred)];
    const own = this.#filters();
    const bindings = this.#bindings.map((binding) => ({ binding, reason: this.#filtersOf(binding) }));
    if (own !== undefined && this.#lines.every(({ binding }) => binding === undefined)) {
      const also = bindings.flatMap(({ reason }) => reason?.cause ?? []);
      const isEachOut = also.length === bindings.length;
      return [this.#step({ ...own, cause: isEachOut ? withAlso(own.cause, also) : own.cause })];
    }
    return [
      ...this.#lines.filter(({ binding }) => binding === undefined).map((line) => this.#ofLine(line)),
      ...bindings.flatMap(({ binding, reason }) => this.#ofBinding(binding, reason)),
    ];
  }

  #barred(): Reason | undefined {
    const { attributes } = this.#subject;
    const { phase, criteria } = this.#policy;
    if (isExemptFromPolicies(attributes, this.#hook)) {
      const isMeant = criteria.rules.some(({ apiGroups }) =>
        apiGroups.includes("admissionregistration.k8s.io"),
      );
      return {
        cause: this.#cause("exempt", "policies are never evaluated for policies and reviews"),
        isMistake: isMeant,
      };
    }
    if (phase !== "mutating" || attributes.operation !== "DELETE") return undefined;
    const message = "mutating policies are never evaluated for DELETE";
    return { cause: this.#cause("operation", message), isMistake: false };
  }

  #cause(code: Cause["code"], message: string): Cause {
    const { name, phase } = this.#policy;
    const kind = POLICY_KINDS[phase];
    const at = placeIn(this.#subject.world.sources.find(kind, name), ["spec", "matchConstraints"]);
    return { code, of: `${kind}/${name}`, webhook: "", message, saw: null, at, fix: "" };
  }

  #filters(): Reason | undefined {
    const { phase, name, criteria } = this.#policy;
    return this.#reason(
      policyOwner(POLICY_KINDS[phase], name, this.#subject.world),
      criteria,
      "matchConstraints",
    );
  }

  #filtersOf({ name, criteria }: PolicyBinding): Reason | undefined {
    if (criteria === undefined) return undefined;
    const kind = `${POLICY_KINDS[this.#policy.phase]}Binding`;
    return this.#reason(bindingOwner(kind, name, this.#subject.world), criteria, "matchResources");
  }

  #reason(owner: Owner, criteria: CompiledPolicy["criteria"], member: string): Reason | undefined {
    const { world } = this.#subject;
    const question = questionOf(this.#subject, this.#policy.phase);
    const matcher = criteriaMatcher(criteria, ["spec", member]);
    const filters = failuresOf(matcher, question, owner.stored);
    const failures = filters.length === 0 ? [] : [...filters, ...this.#falseConditions(matcher, question)];
    const cause = causeOf(failures, { owner, question, sources: world.sources });
    if (cause === undefined) return undefined;
    const isHopeless = PARTS.has(cause.code) && criteria.rules.length > 0 && isDead(criteria, world.registry);
    return { cause, isMistake: isHopeless || failures.some(({ isMistake }) => isMistake) };
  }

  /**
   * Evaluates conditions of a policy whose rules leave the request out, which the server did not do. Policies
   * with parameters are skipped: the parameters are not known here.
   */
  #falseConditions(matcher: Matcher, question: Question): Failure[] {
    const { conditions, failurePolicy, paramKind } = this.#policy;
    const isOwn = matcher.base[1] === "matchConstraints";
    if (!isOwn || paramKind !== undefined) return [];
    return conditionFailures({ ...matcher, conditions, failurePolicy }, question).filter(
      ({ code }) => code === "condition",
    );
  }

  #ofBinding(binding: PolicyBinding, reason: Reason | undefined): Explained<PolicyStep>[] {
    const lines = this.#lines.filter((line) => line.binding === binding);
    const asked = lines.filter(({ filter }) => filter === undefined || !SELECTED.has(filter.kind));
    if (asked.length > 0) return asked.map((line) => this.#ofLine(line));
    if (reason !== undefined) return [this.#step(reason, binding)];
    const { ender } = this.#subject;
    if (this.#lines.length > 0 && lines.length === 0) return [];
    const who = ender === undefined ? "the request ended before" : `${ender.who} ${ender.message}`;
    const cause = this.#cause("not-reached", `not asked: ${who}; its own filters admit the request`);
    return [this.#step({ cause: { ...cause, at: "" }, isMistake: false }, binding)];
  }

  #ofLine(line: PolicyLine): Explained<PolicyStep> {
    const reason = lineReason(line, this.#subject);
    return this.#step(reason, line.binding, line, refusesAsPolicy(line, this.#subject.verdict));
  }

  #step(
    reason: Reason | undefined,
    binding?: PolicyBinding,
    line?: PolicyLine,
    refused = false,
  ): Explained<PolicyStep> {
    const step: PolicyStep = {
      kind: "policy",
      name: this.#policy.name,
      ...(this.#hook.file !== undefined && { file: this.#hook.file }),
      binding: binding?.name ?? "",
      param: line?.param ?? "",
      phase: this.#policy.phase,
      round: this.#round,
      called: line !== undefined && isEvaluated(line),
      ...(reason && { why: reason.cause }),
      checks: line === undefined ? [] : explainedChecks(line, this.#subject),
    };
    return { step, finding: reason?.isMistake ? reason.cause : undefined, refused };
  }
}

const SELECTED: ReadonlySet<string> = new Set(["rules", "namespaceSelector", "objectSelector"]);
/** Causes of a rule in which only one part does not match. */
const PARTS: ReadonlySet<Cause["code"]> = new Set(["group", "version", "scope"]);

const withAlso = (cause: Cause, also: readonly Cause[]): Cause =>
  also.length === 0 ? cause : { ...cause, also: [...(cause.also ?? []), ...also] };
