import { BoundedCache } from "../../async/bounded-cache.ts";
import { trimSpace } from "../../go/space.ts";
import type { Activation } from "../plan/frame.ts";
import { compile, type Evaluation, type Program } from "../program.ts";
import { CelError } from "../values/values.ts";
import { type AdmissionInput, type AuthorizeUser, admissionActivation } from "./admission-variables.ts";
import { environmentFor } from "./known-environments.ts";
import { resultProblem } from "./registration.ts";

/** Cost limit for all conditions of one hook together. */
export const CONDITIONS_BUDGET = 2_500_000;

/** An entry of `matchConditions`. */
export interface Condition {
  readonly name: string;
  readonly expression: string;
}

/** Result of the conditions of one hook. */
export type ConditionResult =
  | { readonly kind: "match" }
  /** One condition is false; `errors` is the number of conditions before it that failed. */
  | {
      readonly kind: "exclude";
      readonly condition: string;
      readonly errors: number;
      readonly seconds: number;
    }
  /** No condition is false and at least one failed; the messages in order. */
  | {
      readonly kind: "error";
      readonly messages: readonly string[];
      readonly errors: number;
      readonly seconds: number;
    };

/** Dependencies of conditions besides the request. */
export interface ConditionEvaluatorOptions {
  /** Authorizes users. If absent, `authorizer` has no value, and a condition that uses it fails. */
  readonly authorize?: AuthorizeUser | undefined;
  /**
   * Returns the time of a monotonic clock in milliseconds, for the duration in a result. Default:
   * `performance.now`.
   */
  now?(): number;
}

/** Evaluates the conditions of one hook for one request. */
export type EvaluateConditions = (conditions: readonly Condition[], input: AdmissionInput) => ConditionResult;

const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/**
 * Returns an evaluator of the conditions of a webhook
 * (apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go, Match). A list is compiled on first use
 * and then remembered by its identity, so pass the same list for the same hook. Expressions that several
 * lists have are compiled once, and evaluated once for the same request.
 */
export function createConditionEvaluator(options: ConditionEvaluatorOptions = {}): EvaluateConditions {
  const compiled = new WeakMap<readonly Condition[], readonly CompiledCondition[]>();
  const now = options.now ?? (() => performance.now());
  const askedAbout = sharedQuestion(options.authorize);
  const compileShared = sharedConditions();
  return (conditions, input) => {
    let programs = compiled.get(conditions);
    if (programs === undefined) {
      programs = conditions.map(compileShared);
      compiled.set(conditions, programs);
    }
    const started = now();
    return evaluateAll(programs, askedAbout(input), () => (now() - started) / 1000);
  };
}

/** Input of conditions. It is the same for all webhooks of a request, so its variables are created once. */
interface Question {
  readonly activation: Activation;
  /** Results of programs that several lists have. */
  readonly known: Map<Program, Evaluation>;
}

function sharedQuestion(authorize: AuthorizeUser | undefined): (input: AdmissionInput) => Question {
  let last: ({ readonly input: AdmissionInput } & Question) | undefined;
  return (input) => {
    if (last === undefined || !isSame(last.input, input))
      last = { input, activation: admissionActivation(input, authorize), known: new Map() };
    return last;
  };
}

/** Highest number of expressions that are remembered, and of the characters of all of them. */
const EXPRESSIONS = { entries: 4096, bytes: 4 << 20 };

/** Returns a compiler that compiles each expression once, for all webhooks that have it. */
function sharedConditions(): (condition: Condition) => CompiledCondition {
  const byExpression = new BoundedCache<Compiled>({
    ...EXPRESSIONS,
    sizeOf: (compiled) => compiled.expression.length,
  });
  return ({ name, expression }) => {
    const known = byExpression.get(expression);
    if (known !== undefined) {
      known.isShared = true;
      return { name, compiled: known };
    }
    const { program, problem } = compileCondition({ name, expression });
    const compiled = { expression: trimSpace(expression), program, problem, isShared: false };
    byExpression.set(expression, compiled);
    return { name, compiled };
  };
}

const isSame = (a: AdmissionInput, b: AdmissionInput): boolean =>
  a.attributes === b.attributes &&
  a.object === b.object &&
  a.oldObject === b.oldObject &&
  a.name === b.name &&
  a.resource === b.resource &&
  (a.kind === b.kind ||
    (a.kind.kind === b.kind.kind && a.kind.version === b.kind.version && a.kind.group === b.kind.group));

interface CompiledCondition {
  readonly name: string;
  readonly compiled: Compiled;
}

interface Compiled extends CheckedCondition {
  /** True if several lists have the expression. */
  isShared: boolean;
}

interface CheckedCondition {
  readonly expression: string;
  readonly program: Program | undefined;
  /** The error; empty if there is a program. */
  readonly problem: string;
}

/** Compiles a condition; returns the program, or the error in the words of registration. */
export function compileCondition({ expression }: Condition): CheckedCondition {
  const made = compile(trimSpace(expression), environmentFor({ params: false, authorizer: true }));
  const problem = resultProblem(made, ["bool"]) ?? (made.kind === "issues" ? made.text : "");
  const program = made.kind === "program" && problem === "" ? made : undefined;
  return { expression: trimSpace(expression), program, problem };
}

function evaluated(program: Program, isShared: boolean, { activation, known }: Question): Evaluation {
  if (!isShared) return program.run(activation);
  const before = known.get(program);
  if (before !== undefined) return before;
  const evaluation = program.run(activation);
  known.set(program, evaluation);
  return evaluation;
}

const MATCH: ConditionResult = Object.freeze({ kind: "match" });
const NO_MESSAGES: readonly string[] = [];

/** Evaluates all conditions. A false one has precedence over errors, and errors over true ones. */
function evaluateAll(
  conditions: readonly CompiledCondition[],
  question: Question,
  secondsSince: () => number,
): ConditionResult {
  let messages = NO_MESSAGES;
  let excluded: { readonly condition: string; readonly errors: number } | undefined;
  let budget = CONDITIONS_BUDGET;
  for (const { name, compiled } of conditions) {
    const { expression, program, problem, isShared } = compiled;
    if (program === undefined) {
      messages = [...messages, `compilation error: ${problem}`];
      continue;
    }
    const { value, cost } = evaluated(program, isShared, question);
    if (cost > budget)
      return { kind: "error", messages: [OUT_OF_BUDGET], errors: 0, seconds: secondsSince() };
    budget -= cost;
    if (value instanceof CelError)
      messages = [...messages, `expression '${expression}' resulted in error: ${value.message}`];
    else if (value !== true) excluded ??= { condition: name, errors: messages.length };
  }
  if (excluded !== undefined) return { kind: "exclude", ...excluded, seconds: secondsSince() };
  const errors = messages.length;
  return errors > 0 ? { kind: "error", messages, errors, seconds: secondsSince() } : MATCH;
}
