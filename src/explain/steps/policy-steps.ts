import { isExemptFromPolicies } from "../../admission/match/exempt.ts";
import type { CompiledPolicy, PolicyBinding, PolicyHook } from "../../admission/policy-hook.ts";
import { refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { PolicyLine } from "../../admission/verdict.ts";
import { POLICY_KINDS } from "../../api/hook-kinds.ts";
import { causeOf, curedTogether, type Failed, type Owner, withoutCalls } from "../changes/causes-of.ts";
import type { Cause, PolicyStep } from "../explanation.ts";
import { conditionFailures } from "../filters/condition-failures.ts";
import { failuresOf } from "../filters/failures-of.ts";
import type { Failure, Question } from "../filters/matcher.ts";
import { criteriaMatcher, type Matcher } from "../filters/matcher.ts";
import { isDead } from "../filters/never-matches.ts";
import { webhookLabelChange } from "../label-changes.ts";
import { questionOf, type Subject } from "../subject.ts";
import { causeMaker, choice, type Explained, type Reason } from "./explained.ts";
import { bindingOwner, policyOwner } from "./owners.ts";
import { explainedChecks, isEvaluated } from "./policy-checks.ts";
import { lineReason } from "./policy-line-reason.ts";

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
      const others = bindings.flatMap(({ reason }) => reason ?? []);
      const isEachOut = others.length === bindings.length;
      return [this.#step(isEachOut ? this.#withAlso(own, others) : own)];
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
      const cause = this.#cause("exempt", "policies are never evaluated for policies and reviews");
      return { cause, isMistake: isMeant };
    }
    if (phase !== "mutating" || attributes.operation !== "DELETE") return undefined;
    const message = "mutating policies are never evaluated for DELETE";
    return choice(this.#cause("operation", message));
  }

  #cause(code: Cause["code"], message: string): Cause {
    const { name, phase } = this.#policy;
    const kind = POLICY_KINDS[phase];
    return causeMaker({ kind, name }, this.#subject.world.sources)(code, message, PLACE);
  }

  #filters(): FilterReason | undefined {
    const { phase, name, criteria } = this.#policy;
    const owner = policyOwner(POLICY_KINDS[phase], name, this.#subject.world);
    const isAdmitted = (question: Question): boolean =>
      this.#conditionsHold(question) && this.#bindings.some((binding) => isAdmittedBy(binding, question));
    return this.#reason(owner, criteria, "matchConstraints", isAdmitted);
  }

  #filtersOf({ name, criteria }: PolicyBinding): FilterReason | undefined {
    if (criteria === undefined) return undefined;
    const kind = `${POLICY_KINDS[this.#policy.phase]}Binding`;
    const owner = bindingOwner(kind, name, this.#subject.world);
    const isAdmitted = (question: Question): boolean =>
      isAdmittedBy(this.#policy, question) && this.#conditionsHold(question);
    return this.#reason(owner, criteria, "matchResources", isAdmitted);
  }

  #reason(
    owner: Owner,
    criteria: CompiledPolicy["criteria"],
    member: string,
    isAdmitted: NonNullable<Failed["trial"]["isAdmitted"]>,
  ): FilterReason | undefined {
    const { world } = this.#subject;
    const question = {
      ...questionOf(this.#subject, this.#policy.phase),
      ...(this.#policy.phase === "mutating" && { ...AFTERWARDS, laterLabelChange: this.#byWebhook }),
    };
    const matcher = criteriaMatcher(criteria, ["spec", member]);
    const filters = failuresOf(matcher, question, owner.stored);
    const failures = filters.length === 0 ? [] : [...filters, ...this.#falseConditions(matcher, question)];
    const trial = { owner, question, sources: world.sources, isAdmitted };
    const found = causeOf(failures, trial);
    if (found === undefined) return undefined;
    const cause = this.#isRefusedBefore() ? withoutCalls(found) : found;
    const isHopeless = PARTS.has(cause.code) && criteria.rules.length > 0 && isDead(criteria, world.registry);
    const isMistake = isHopeless || failures.some((failure) => failure.isMistake);
    return { cause, isMistake, failures, trial };
  }

  readonly #byWebhook = (key: string) => webhookLabelChange(key, this.#subject.verdict);

  /** The reason of a policy that its bindings leave out, too. */
  #withAlso(own: FilterReason, others: readonly FilterReason[]): Reason {
    const also = others.map(({ cause }) => cause);
    const isTogether =
      others.length === 1 &&
      !this.#isRefusedBefore() &&
      curedTogether([own, ...others], (question) => this.#conditionsHold(question));
    const { together: _, ...cause } = withAlso(own.cause, also);
    return { ...own, cause: { ...cause, ...(isTogether && { together: true }) } };
  }

  /** True if the policies of this phase were not reached. */
  #isRefusedBefore(): boolean {
    const { ender, verdict } = this.#subject;
    const phase = this.#policy.phase === "mutating" ? "admit" : "validate";
    const ran = verdict.plugins.some((line) => line.kind === "policy" && line.phase === phase);
    return ender !== undefined && !ran;
  }

  /** True if the conditions are known to hold; with parameters they are not known here. */
  #conditionsHold(question: Question): boolean {
    const { conditions, failurePolicy, paramKind, criteria } = this.#policy;
    if (conditions.length === 0) return true;
    if (paramKind !== undefined) return false;
    const matcher = criteriaMatcher(criteria, ["spec", "matchConstraints"]);
    return conditionFailures({ ...matcher, conditions, failurePolicy }, question).length === 0;
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
    return [this.#step(choice({ ...cause, at: "" }), binding)];
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

const PLACE = ["spec", "matchConstraints"];
const AFTERWARDS = { order: "mutating policies are evaluated before webhooks" };

/** A reason with its failures, to try changes of several objects together. */
interface FilterReason extends Reason, Failed {}

const isAdmittedBy = ({ criteria }: Pick<PolicyBinding, "criteria">, question: Question): boolean =>
  criteria === undefined || failuresOf(criteriaMatcher(criteria, []), question, undefined).length === 0;

const SELECTED: ReadonlySet<string> = new Set(["rules", "namespaceSelector", "objectSelector"]);
/** Causes of a rule in which only one part does not match. */
const PARTS: ReadonlySet<Cause["code"]> = new Set(["group", "version", "scope"]);

const withAlso = (cause: Cause, also: readonly Cause[]): Cause =>
  also.length === 0 ? cause : { ...cause, also: [...(cause.also ?? []), ...also] };
