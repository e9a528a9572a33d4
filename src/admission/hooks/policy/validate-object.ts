import { byteLength } from "../../../api/validation/name-format.ts";
import {
  ComposedEvaluation,
  type Evaluated,
  OUT_OF_BUDGET,
  POLICY_BUDGET,
} from "../../../cel/kubernetes/composed-evaluation.ts";
import { PER_CALL_LIMIT } from "../../../cel/program.ts";
import { trimSpace } from "../../../go/space.ts";
import type { AuditAnnotation, ValidatingPolicy, Validation } from "../../policy-hook.ts";
import type { PolicySubject } from "./policy-subject.ts";

/** Result of one validation. */
export type Decision =
  | { readonly kind: "admit"; readonly seconds: number }
  | {
      readonly kind: "deny";
      readonly message: string;
      readonly reason: string;
      readonly seconds: number;
      /** Error of the messageExpression, which the server does not tell; absent if there is none. */
      readonly messageProblem?: string;
    }
  /** The expression could not be evaluated; failurePolicy decides. */
  | { readonly kind: "error"; readonly message: string; readonly seconds: number };

/** Result of an audit annotation. `seconds` is the duration of a failed evaluation. */
export type AnnotationResult =
  | { readonly kind: "publish"; readonly key: string; readonly value: string }
  | { readonly kind: "none" }
  | { readonly kind: "error"; readonly message: string; readonly seconds: number };

interface ValidationResult {
  /** Decisions in the order of the validations; only one if the policy as a whole failed. */
  readonly decisions: readonly Decision[];
  readonly annotations: readonly AnnotationResult[];
  /** The evaluation of the validations, with the values that they read. */
  readonly evaluation: ComposedEvaluation;
}

const MAX_MESSAGE_BYTES = 5 * 1024;

/**
 * Evaluates one policy on one object with one parameter. `now`: returns the time of a steady clock, in
 * milliseconds.
 */
export function validateObject(
  policy: ValidatingPolicy,
  subject: PolicySubject,
  now: () => number,
): ValidationResult {
  const { composition, validations } = policy;
  const evaluation = new ComposedEvaluation(composition, subject.forValidations);
  const results: Result[] = [];
  let startedAt = now();
  for (const { program, expression } of validations) {
    const result = evaluation.evaluate(program, expression);
    if (result.kind === "spent") return failure(OUT_OF_BUDGET, evaluation);
    const endedAt = now();
    results.push(resultOf(result, (endedAt - startedAt) / 1000));
    startedAt = endedAt;
  }
  const decisions = decide(policy, subject, results, evaluation.remaining);
  const annotations = annotate(policy, subject, now);
  return annotations === undefined
    ? failure(OUT_OF_BUDGET, evaluation)
    : { decisions, annotations, evaluation };
}

const failure = (message: string, evaluation: ComposedEvaluation): ValidationResult => ({
  decisions: [{ kind: "error", message, seconds: 0 }],
  annotations: [],
  evaluation,
});

type Unspent = Exclude<Evaluated, { kind: "spent" }>;

/** Result of a validation before its message is made. */
type Result = Exclude<Decision, { kind: "deny" }> | { readonly kind: "unmet"; readonly seconds: number };

function resultOf(result: Unspent, seconds: number): Result {
  if (result.kind === "error") return { kind: "error", message: result.message, seconds };
  return { kind: result.value === true ? "admit" : "unmet", seconds };
}

const isDecided = (results: readonly Result[]): results is readonly Exclude<Result, { kind: "unmet" }>[] =>
  results.every(({ kind }) => kind !== "unmet");

function decide(
  policy: ValidatingPolicy,
  subject: PolicySubject,
  results: readonly Result[],
  remaining: number,
): readonly Decision[] {
  if (isDecided(results) && mostOfMessages(policy) <= remaining) return results;
  const messages = new Messages(policy, subject, results, remaining);
  return results.map((result, i) => {
    const { kind, seconds } = result;
    if (kind === "error") return result;
    if (messages.spent)
      return { kind: "error", message: `failed messageExpression: ${OUT_OF_BUDGET}`, seconds };
    if (kind === "admit") return result;
    const validation = policy.validations[i]!;
    const { reason = "Invalid", message, expression } = validation;
    const shown = messages.of(validation) || message || `failed expression: ${trimSpace(expression)}`;
    const messageProblem = messages.problemOf(validation);
    return { kind: "deny", message: shown, reason, seconds, ...(messageProblem && { messageProblem }) };
  });
}

/** Upper bound of the cost of all messages together. */
const mostOfMessages = ({ validations, composition }: ValidatingPolicy): number =>
  (validations.length + composition.byName.size) * PER_CALL_LIMIT;

/**
 * Messages of messageExpressions. All of them have to fit into the budget that the validations left. If it is
 * enough for any messages, only those that are needed are evaluated.
 */
class Messages {
  declare readonly spent: boolean;
  declare private readonly policy: ValidatingPolicy;
  declare private readonly subject: PolicySubject;
  declare private readonly remaining: number;
  declare private evaluation: ComposedEvaluation | undefined;
  declare private known: Map<Validation, string> | undefined;
  declare private problems: Map<Validation, string> | undefined;

  constructor(
    policy: ValidatingPolicy,
    subject: PolicySubject,
    results: readonly Result[],
    remaining: number,
  ) {
    this.policy = policy;
    this.subject = subject;
    this.remaining = remaining;
    this.evaluation = undefined;
    this.known = undefined;
    this.problems = undefined;
    const isTight = results.length > 0 && mostOfMessages(policy) > remaining;
    this.spent = isTight && !policy.validations.every((one) => this.fits(one));
  }

  /** Returns the message of a validation; empty: it has none that can be used. */
  of(validation: Validation): string {
    if (this.known?.has(validation) !== true) this.fits(validation);
    return this.known?.get(validation) ?? "";
  }

  /** Returns the error of a messageExpression that was evaluated; undefined if there was none. */
  problemOf(validation: Validation): string | undefined {
    return this.problems?.get(validation);
  }

  /** Evaluates the message of a validation. False: the budget is spent. */
  private fits(validation: Validation): boolean {
    const { messageExpression } = validation;
    if (messageExpression === undefined) return true;
    const { program, expression } = messageExpression;
    const { policy, subject, remaining } = this;
    this.evaluation ??= new ComposedEvaluation(policy.composition, subject.forMessages, remaining);
    const result = this.evaluation.evaluate(program, expression);
    this.known ??= new Map();
    if (result.kind === "error") {
      this.problems ??= new Map();
      this.problems.set(validation, result.message);
    }
    if (result.kind === "value" && typeof result.value === "string")
      this.known.set(validation, presentable(trimSpace(result.value)));
    return result.kind !== "spent";
  }
}

const presentable = (message: string): string =>
  byteLength(message) > MAX_MESSAGE_BYTES || message.includes("\n") ? "" : message;

const NO_ANNOTATIONS: readonly AnnotationResult[] = [];

/** Undefined: the budget is spent. */
function annotate(
  { auditAnnotations, composition }: ValidatingPolicy,
  subject: PolicySubject,
  now: () => number,
): readonly AnnotationResult[] | undefined {
  if (auditAnnotations.length === 0) return NO_ANNOTATIONS;
  const evaluation = new ComposedEvaluation(composition, subject.forAnnotations, POLICY_BUDGET);
  const results: AnnotationResult[] = [];
  for (const annotation of auditAnnotations) {
    const startedAt = now();
    const result = evaluation.evaluate(annotation.program, annotation.expression);
    if (result.kind === "spent") return undefined;
    results.push(annotationResult(annotation, result, (now() - startedAt) / 1000));
  }
  return results;
}

function annotationResult({ key }: AuditAnnotation, result: Unspent, seconds: number): AnnotationResult {
  if (result.kind === "error") return { kind: "error", message: result.message, seconds };
  const value = typeof result.value === "string" ? trimSpace(result.value) : "";
  return value === "" ? { kind: "none" } : { kind: "publish", key, value };
}
