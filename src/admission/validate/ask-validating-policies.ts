import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import type { ConditionResult } from "../../cel/kubernetes/match-conditions.ts";
import { messageOf } from "../../report/describe-error.ts";
import {
  type AuditedFailure,
  type Denial,
  denialError,
  FAILURE_KEY,
  failureText,
} from "../hooks/policy/denial.ts";
import { policiesFor } from "../hooks/policy/left-out.ts";
import { policyConditions } from "../hooks/policy/policy-conditions.ts";
import { errorTypeOf, PolicyEntry, unaskedLine } from "../hooks/policy/policy-lines.ts";
import { PolicySubject } from "../hooks/policy/policy-subject.ts";
import { requestNamespace } from "../hooks/policy/request-namespace.ts";
import { type Resolved, resolvePolicies } from "../hooks/policy/resolve.ts";
import { type AnnotationResult, type Decision, validateObject } from "../hooks/policy/validate-object.ts";
import { ownInvocation } from "../match/candidates.ts";
import type { PolicyBinding, ValidatingPolicy } from "../policy-hook.ts";
import type { Run } from "../run.ts";
import type { PolicyCheck } from "../verdict.ts";
import { RequestObjects, Versions } from "../versioned.ts";

/**
 * Evaluates all validating policies that match, with each binding and each parameter
 * (apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, Dispatch). All are evaluated; the first
 * denial is the result.
 */
export async function askValidatingPolicies(
  run: Run,
  object: KubeObject | null,
  name: string,
): Promise<StatusError | undefined> {
  const { attributes, namespaceLabels, ports } = run;
  const own = ownInvocation(attributes);
  const input = { attributes, object, name, own, namespaceLabels, params: ports.params };
  const candidates = policiesFor(run, run.candidates.validatingPolicies, input, "validate", 0);
  const resolving = resolvePolicies(candidates, input);
  const resolved = resolving instanceof Promise ? await resolving : resolving;
  const isAsked = resolved.some(({ kind }) => kind === "ask");
  const namespace = isAsked ? await requestNamespace(attributes, ports) : null;
  if (namespace instanceof StatusError) return namespace;
  const turn = new Turn(run, object, name, namespace);
  for (const one of resolved) {
    const ready = turn.ready(one);
    if (ready !== undefined) await ready;
    turn.take(one);
  }
  return turn.finish();
}

type Asked = Resolved<ValidatingPolicy> & { kind: "ask" };

const MAX_ANNOTATION_BYTES = 10 * 1024;

class Turn {
  readonly #run: Run;
  readonly #object: KubeObject | null;
  readonly #name: string;
  readonly #namespace: KubeObject | null;
  readonly #objects: RequestObjects;
  readonly #annotations = new Map<string, Set<string>>();
  readonly #failures: AuditedFailure[] = [];
  #denial: Denial | undefined;
  #last: PolicySubject | undefined;

  constructor(run: Run, object: KubeObject | null, name: string, namespace: KubeObject | null) {
    this.#run = run;
    this.#object = object;
    this.#name = name;
    this.#namespace = namespace;
    this.#objects = new RequestObjects(new Versions(object, run.ports), run.old);
  }

  ready(resolved: Resolved<ValidatingPolicy>): Promise<void> | undefined {
    return resolved.kind === "ask" ? this.#objects.ready(resolved.invocation.kind) : undefined;
  }

  take(resolved: Resolved<ValidatingPolicy>): void {
    if (resolved.kind === "ask") this.#ask(resolved);
    else {
      this.#run.recorder.policyLines.push(unaskedLine(resolved, "validate", 0));
      if (resolved.kind === "problem") this.#misconfigured(resolved);
    }
  }

  /**
   * Returns the refusal, if there is one. The values of one annotation from several bindings and parameters
   * are joined to a list, as are the failed validations of all policies.
   */
  finish(): StatusError | undefined {
    if (this.#failures.length > 0) this.#run.annotate(FAILURE_KEY, failureText(this.#failures));
    for (const [key, values] of this.#annotations) this.#run.annotate(key, [...values].join(", "));
    if (this.#denial === undefined) return undefined;
    const { attributes } = this.#run;
    return denialError(this.#denial, { attributes, object: this.#object, name: this.#name });
  }

  #misconfigured({ policy, binding, message }: Resolved<ValidatingPolicy> & { kind: "problem" }): void {
    if (policy.failurePolicy === "Ignore") return;
    const what = binding === undefined ? "policy" : "binding";
    this.#deny({ policy, binding, message: `failed to configure ${what}: ${message}`, reason: "" });
  }

  #deny(denial: Denial): void {
    this.#denial ??= denial;
  }

  #ask(asked: Asked): void {
    const { policy, binding, params } = asked;
    for (const param of params) {
      const subject = this.#subject(asked, param);
      if (typeof subject === "string") {
        const problem = { kind: "problem", policy, binding, message: subject } as const;
        this.take(problem);
        return;
      }
      this.#validate(asked, subject);
    }
  }

  /** Returns the subject, or the text about the error if the objects cannot be converted for the policy. */
  #subject({ invocation }: Asked, param: KubeObject | null): PolicySubject | string {
    const { attributes, ports } = this.#run;
    const last = this.#last;
    if (last?.question.invocation === invocation && last.question.param === param) return last;
    try {
      const objects = this.#objects.in(invocation.kind);
      this.#last = new PolicySubject({
        attributes,
        invocation,
        name: this.#name,
        object: objects.object?.object ?? null,
        oldObject: objects.oldObject?.object ?? null,
        namespace: this.#namespace,
        param,
        authorize: ports.authorize,
      });
      return this.#last;
    } catch (error) {
      return `failed to convert object version: ${messageOf(error)}`;
    }
  }

  #validate(asked: Asked, subject: PolicySubject): void {
    const { policy, binding } = asked;
    const { ports, recorder } = this.#run;
    const entry = new PolicyEntry(asked, subject.question.param, "validate", 0);
    recorder.policyLines.push(entry);
    const conditions = this.#conditions(policy, subject);
    entry.conditions = conditions;
    if (conditions?.kind === "exclude") entry.filter = { kind: "matchConditions", saw: conditions.condition };
    else if (conditions?.kind === "error") {
      if (policy.failurePolicy === "Ignore") return;
      const failed = { kind: "error", message: aggregate(conditions.messages), seconds: 0 } as const;
      entry.checks = [this.#check(policy, binding, failed, 0)];
    } else {
      const { decisions, annotations, evaluation } = validateObject(policy, subject, ports.now);
      entry.evaluation = evaluation;
      entry.checks = [
        ...decisions.map((decision, i) => this.#check(policy, binding, decision, i)),
        ...annotations.flatMap((annotation) => this.#annotate(policy, binding, annotation)),
      ];
    }
  }

  #conditions(policy: ValidatingPolicy, subject: PolicySubject): ConditionResult | undefined {
    if (policy.conditions.length === 0) return undefined;
    return policyConditions(policy, subject.forConditions, this.#run.ports.now);
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
      this.#run.recorder.warnings.push(
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
