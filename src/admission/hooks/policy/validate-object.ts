import { byteLength } from "../../../api/name-format.ts";
import {
  ComposedEvaluation,
  type Evaluated,
  OUT_OF_BUDGET,
  POLICY_BUDGET,
} from "../../../cel/composed-evaluation.ts";
import { PER_CALL_LIMIT } from "../../../cel/program.ts";
import type { AuditAnnotation, ValidatingPolicy, Validation } from "../../policy-hook.ts";
import type { PolicySubject } from "./policy-subject.ts";

/** What one expression says. */
export type Decision =
  | { readonly kind: "admit"; readonly seconds: number }
  | { readonly kind: "deny"; readonly message: string; readonly reason: string; readonly seconds: number }
  /** It could not be evaluated: failurePolicy decides. */
  | { readonly kind: "error"; readonly message: string; readonly seconds: number };

export type AnnotationResult =
  | { readonly kind: "publish"; readonly key: string; readonly value: string }
  | { readonly kind: "none" }
  | { readonly kind: "error"; readonly message: string; readonly seconds: number };

export interface ValidationResult {
  /** In the order of the validations; one alone when the policy as a whole failed. */
  readonly decisions: readonly Decision[];
  readonly annotations: readonly AnnotationResult[];
}

const MAX_MESSAGE_BYTES = 5 * 1024;

/** One policy on one object with one parameter. `now`: milliseconds of a steady clock. */
export function validateObject(
  policy: ValidatingPolicy,
  subject: PolicySubject,
  now: () => number,
): ValidationResult {
  const validated = evaluateAll(policy, subject, now);
  if (validated === undefined) return failure(OUT_OF_BUDGET);
  const { results, remaining } = validated;
  const decisions = decide(policy, results, new Messages(policy, subject, results, remaining));
  const annotations = annotate(policy, subject, now);
  return annotations === undefined ? failure(OUT_OF_BUDGET) : { decisions, annotations };
}

const failure = (message: string): ValidationResult => ({
  decisions: [{ kind: "error", message, seconds: 0 }],
  annotations: [],
});

type Unspent = Exclude<Evaluated, { kind: "spent" }>;
type Timed = Unspent & { readonly seconds: number };

/** Undefined: the budget is spent. */
function evaluateAll(
  { composition, validations }: ValidatingPolicy,
  subject: PolicySubject,
  now: () => number,
): { readonly results: readonly Timed[]; readonly remaining: number } | undefined {
  const evaluation = new ComposedEvaluation(composition, subject.forExpressions);
  const results: Timed[] = [];
  let startedAt = now();
  for (const { program, expression } of validations) {
    const result = evaluation.evaluate(program, expression);
    if (result.kind === "spent") return undefined;
    const endedAt = now();
    results.push({ ...result, seconds: (endedAt - startedAt) / 1000 });
    startedAt = endedAt;
  }
  return { results, remaining: evaluation.remaining };
}

function decide(
  { validations }: ValidatingPolicy,
  results: readonly Timed[],
  messages: Messages,
): readonly Decision[] {
  return results.map((result, i) => {
    const { seconds } = result;
    if (result.kind === "error") return { kind: "error", message: result.message, seconds };
    if (messages.spent)
      return { kind: "error", message: `failed messageExpression: ${OUT_OF_BUDGET}`, seconds };
    if (result.value === true) return { kind: "admit", seconds };
    const validation = validations[i] as Validation;
    const { reason = "Invalid", message, expression } = validation;
    const shown = messages.of(validation) || message || `failed expression: ${expression.trim()}`;
    return { kind: "deny", message: shown, reason, seconds };
  });
}

/**
 * The messages of messageExpressions. All of them have to fit into what the validations left of the budget; where there
 * is enough for any, only those that are needed are evaluated.
 */
class Messages {
  readonly spent: boolean;
  readonly #evaluation: () => ComposedEvaluation;
  readonly #known = new Map<Validation, string>();

  constructor(
    policy: ValidatingPolicy,
    subject: PolicySubject,
    results: readonly Timed[],
    remaining: number,
  ) {
    let made: ComposedEvaluation | undefined;
    this.#evaluation = () => {
      made ??= new ComposedEvaluation(policy.composition, subject.forMessages, remaining);
      return made;
    };
    const wanted = policy.validations.filter(({ messageExpression }) => messageExpression !== undefined);
    const most = (wanted.length + policy.composition.byName.size) * PER_CALL_LIMIT;
    this.spent = results.length > 0 && most > remaining && !wanted.every((one) => this.#evaluate(one));
  }

  /** Empty: there is none that could be shown. */
  of(validation: Validation): string {
    if (!this.#known.has(validation)) this.#evaluate(validation);
    return this.#known.get(validation) ?? "";
  }

  /** False: the budget is spent. */
  #evaluate(validation: Validation): boolean {
    const { messageExpression } = validation;
    if (messageExpression === undefined) return true;
    const { program, expression } = messageExpression;
    const result = this.#evaluation().evaluate(program, expression);
    if (result.kind === "value" && typeof result.value === "string")
      this.#known.set(validation, presentable(result.value.trim()));
    return result.kind !== "spent";
  }
}

const presentable = (message: string): string =>
  byteLength(message) > MAX_MESSAGE_BYTES || message.includes("\n") ? "" : message;

/** Undefined: the budget is spent. */
function annotate(
  { auditAnnotations, composition }: ValidatingPolicy,
  subject: PolicySubject,
  now: () => number,
): readonly AnnotationResult[] | undefined {
  if (auditAnnotations.length === 0) return [];
  const evaluation = new ComposedEvaluation(composition, subject.forMessages, POLICY_BUDGET);
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
  const value = typeof result.value === "string" ? result.value.trim() : "";
  return value === "" ? { kind: "none" } : { kind: "publish", key, value };
}
