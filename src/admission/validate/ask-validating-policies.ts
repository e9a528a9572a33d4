import type { KubeObject } from "../../api/meta.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import { messageOf } from "../../report/describe-error.ts";
import { type Asked, PolicyDispatcher } from "../dispatch/policy-dispatcher.ts";
import {
  type AuditedFailure,
  type Denial,
  denialError,
  FAILURE_KEY,
  failureText,
} from "../hooks/policy/denial.ts";
import { errorTypeOf } from "../hooks/policy/policy-lines.ts";
import type { PolicySubject } from "../hooks/policy/policy-subject.ts";
import type { Resolved } from "../hooks/policy/resolve.ts";
import { type AnnotationResult, type Decision, validateObject } from "../hooks/policy/validate-object.ts";
import type { PolicyBinding, ValidatingPolicy } from "../policy-hook.ts";
import type { Run } from "../run.ts";
import type { Refusal } from "../run-chain.ts";
import type { PolicyCheck } from "../verdict.ts";
import { RequestObjects, Versions } from "../versioned.ts";

/**
 * Evaluates all validating policies that match, with each binding and each parameter
 * (apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, Dispatch). All are evaluated; the first
 * denial is the result.
 */
export const askValidatingPolicies = (run: Run, object: KubeObject | null, name: string): Promise<Refusal> =>
  new ValidatingDispatcher(run, object, name).dispatch();

const MAX_ANNOTATION_BYTES = 10 * 1024;

class ValidatingDispatcher extends PolicyDispatcher<ValidatingPolicy> {
  readonly #annotations = new Map<string, Set<string>>();
  readonly #failures: AuditedFailure[] = [];
  #denial: Denial | undefined;

  constructor(run: Run, object: KubeObject | null, name: string) {
    super(run, "validate", 0, name, new RequestObjects(new Versions(object, run.ports), run.old));
  }

  async dispatch(): Promise<Refusal> {
    const resolving = this.resolve(this.run.candidates.validatingPolicies);
    const resolved = resolving instanceof Promise ? await resolving : resolving;
    const isAsked = resolved.some(({ kind }) => kind === "ask");
    const missing = isAsked ? await this.readNamespace() : undefined;
    if (missing !== undefined) return missing;
    for (const one of resolved) {
      const ready = one.kind === "ask" ? this.objects.ready(one.invocation.kind) : undefined;
      if (ready !== undefined) await ready;
      if (one.kind === "ask") this.#evaluate(one);
      else this.#leaveOut(one);
    }
    return this.#finish();
  }

  /**
   * Returns the refusal, if there is one. The values of one annotation from several bindings and parameters
   * are joined to a list, as are the failed validations of all policies.
   */
  #finish(): Refusal {
    if (this.#failures.length > 0) this.run.annotate(FAILURE_KEY, failureText(this.#failures));
    for (const [key, values] of this.#annotations) this.run.annotate(key, [...values].join(", "));
    if (this.#denial === undefined) return undefined;
    const { attributes } = this.run;
    return denialError(this.#denial, { attributes, object: this.objects.object.seen, name: this.name });
  }

  #leaveOut(resolved: Exclude<Resolved<ValidatingPolicy>, { kind: "ask" }>): void {
    const message = this.leaveOut(resolved);
    const { policy, binding } = resolved;
    if (message === undefined || policy.failurePolicy === "Ignore") return;
    this.#deny({ policy, binding, message, reason: "" });
  }

  #deny(denial: Denial): void {
    this.#denial ??= denial;
  }

  #evaluate(asked: Asked<ValidatingPolicy>): void {
    const { policy, binding, params } = asked;
    for (const param of params) {
      let subject: PolicySubject;
      try {
        subject = this.subject(asked, param);
      } catch (error) {
        const message = `failed to convert object version: ${messageOf(error)}`;
        this.#leaveOut({ kind: "problem", policy, binding, message });
        return;
      }
      this.#validate(asked, subject, param);
    }
  }

  #validate(asked: Asked<ValidatingPolicy>, subject: PolicySubject, param: KubeObject | null): void {
    const { policy, binding } = asked;
    const entry = this.begin(asked, param);
    const conditions = this.conditions(asked, subject, entry);
    if (conditions?.kind === "exclude") return;
    if (conditions?.kind === "error") {
      if (policy.failurePolicy === "Ignore") return;
      const failed = { kind: "error", message: aggregate(conditions.messages), seconds: 0 } as const;
      entry.checks = [this.#check(policy, binding, failed, 0)];
    } else {
      const { decisions, annotations, evaluation } = validateObject(policy, subject, this.run.ports.now);
      entry.evaluation = evaluation;
      entry.checks = [
        ...decisions.map((decision, i) => this.#check(policy, binding, decision, i)),
        ...annotations.flatMap((annotation) => this.#annotate(policy, binding, annotation)),
      ];
    }
  }

  /** Takes the binding's actions for a validation that failed. */
  #check(policy: ValidatingPolicy, binding: PolicyBinding, decision: Decision, index: number): PolicyCheck {
    const { kind, seconds } = decision;
    if (kind === "admit") return { index, actions: [], errorType: "no_error", seconds };
    const { message } = decision;
    const problem = kind === "deny" ? decision.messageProblem : undefined;
    const check = {
      ...{ index, errorType: errorTypeOf(message), message, seconds },
      ...(problem !== undefined && { messageProblem: problem }),
    };
    if (kind === "error" && policy.failurePolicy === "Ignore") return { ...check, actions: ["allow"] };
    const reason = kind === "deny" ? decision.reason : "";
    for (const action of binding.actions) this.#act(action, { policy, binding, message, reason }, index);
    return { ...check, actions: binding.actions.map((action) => ACTIONS[action]) };
  }

  #act(action: PolicyBinding["actions"][number], denial: Denial, index: number): void {
    const { policy, binding, message } = denial;
    if (action === "Deny") this.#deny(denial);
    else if (action === "Audit") this.#failures.push({ policy, binding, message, index });
    else
      this.run.recorder.warnings.push(
        `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding?.name ?? ""}': ${message}`,
      );
  }

  /**
   * Collects an annotation. One that fails denies the request, whatever the binding's actions are; one that
   * succeeds is not counted.
   */
  #annotate(policy: ValidatingPolicy, binding: PolicyBinding, result: AnnotationResult): PolicyCheck[] {
    if (result.kind === "none") return [];
    if (result.kind === "publish") {
      const key = `${policy.name}/${result.key}`;
      const values = this.#annotations.get(key) ?? new Set();
      this.#annotations.set(key, values.add(shortened(result.value)));
      return [];
    }
    if (policy.failurePolicy === "Ignore") return [];
    const { message, seconds } = result;
    this.#deny({ policy, binding, message, reason: "" });
    return [{ index: -1, actions: ["deny"], errorType: errorTypeOf(message), message, seconds }];
  }
}

const ACTIONS = { Deny: "deny", Warn: "warn", Audit: "audit" } as const;

/** Cuts a value to the length that kube-apiserver allows, even inside a character. */
function shortened(value: string): string {
  const bytes = Buffer.from(value);
  return bytes.length <= MAX_ANNOTATION_BYTES ? value : bytes.subarray(0, MAX_ANNOTATION_BYTES).toString();
}
