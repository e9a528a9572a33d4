import { type AdmissionInput, type AuthorizeUser, admissionActivation } from "./admission-variables.ts";
import type { Environment } from "./environment.ts";
import type { Activation } from "./frame.ts";
import { admissionEnvironment } from "./kubernetes.ts";
import { compile, type Program } from "./program.ts";
import { resultProblem } from "./registration.ts";
import { CelError } from "./values.ts";

/** The most that all conditions of one hook may cost together. */
export const CONDITIONS_BUDGET = 2_500_000;

export interface Condition {
  readonly name: string;
  readonly expression: string;
}

/** What came of the conditions of one hook. */
export type ConditionResult =
  | { readonly kind: "match" }
  /** One condition is false; `errors` counts others that failed. */
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

export interface ConditionEvaluatorOptions {
  /** Absent: `authorizer` has no value, and a condition that uses it fails. */
  readonly authorize?: AuthorizeUser | undefined;
  /** Milliseconds of a steady clock, for the time that a result states. Default: `performance.now`. */
  now?(): number;
}

export type EvaluateConditions = (conditions: readonly Condition[], input: AdmissionInput) => ConditionResult;

const ENVIRONMENT: { made?: Environment } = {};
const environment = (): Environment => {
  ENVIRONMENT.made ??= admissionEnvironment({ authorizer: true });
  return ENVIRONMENT.made;
};

const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/**
 * The conditions of a webhook (apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go, Match). A list is
 * compiled when it is first seen and then remembered by its identity, so pass the same list for the same hook.
 */
export function createConditionEvaluator(options: ConditionEvaluatorOptions = {}): EvaluateConditions {
  const compiled = new WeakMap<readonly Condition[], readonly CompiledCondition[]>();
  const now = options.now ?? (() => performance.now());
  const activationOf = sharedActivation(options.authorize);
  return (conditions, input) => {
    let programs = compiled.get(conditions);
    if (programs === undefined) {
      programs = conditions.map((condition) => compileCondition(condition));
      compiled.set(conditions, programs);
    }
    const started = now();
    return evaluateAll(programs, activationOf(input), () => (now() - started) / 1000);
  };
}

/** All webhooks of a request are asked about the same: their variables are made once. */
function sharedActivation(authorize: AuthorizeUser | undefined): (input: AdmissionInput) => Activation {
  let last: { readonly input: AdmissionInput; readonly activation: Activation } | undefined;
  return (input) => {
    if (last === undefined || !isSame(last.input, input))
      last = { input, activation: admissionActivation(input, authorize) };
    return last.activation;
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
  readonly expression: string;
  readonly program: Program | undefined;
  /** Why there is no program. */
  readonly problem: string;
}

/** Why an expression is no condition, in the words of registration; else the program. */
export function compileCondition(
  { name, expression }: Condition,
  within: Environment = environment(),
): CompiledCondition {
  const made = compile(expression.trim(), within);
  const problem = resultProblem(made, ["bool"]) ?? (made.kind === "issues" ? made.text : "");
  const program = made.kind === "program" && problem === "" ? made : undefined;
  return { name, expression: expression.trim(), program, problem };
}

const MATCH: ConditionResult = Object.freeze({ kind: "match" });
const NO_MESSAGES: readonly string[] = [];

/** All are evaluated; then a false one wins over errors, and errors over what is true. */
function evaluateAll(
  conditions: readonly CompiledCondition[],
  activation: Activation,
  secondsSince: () => number,
): ConditionResult {
  let messages = NO_MESSAGES;
  let excluded: string | undefined;
  let budget = CONDITIONS_BUDGET;
  for (const condition of conditions) {
    if (condition.program === undefined) {
      messages = [...messages, `compilation error: ${condition.problem}`];
      continue;
    }
    const { value, cost } = condition.program.run(activation);
    if (cost > budget)
      return { kind: "error", messages: [OUT_OF_BUDGET], errors: 0, seconds: secondsSince() };
    budget -= cost;
    if (value instanceof CelError)
      messages = [...messages, `expression '${condition.expression}' resulted in error: ${value.message}`];
    else if (value !== true) excluded ??= condition.name;
  }
  const errors = messages.length;
  if (excluded !== undefined)
    return { kind: "exclude", condition: excluded, errors, seconds: secondsSince() };
  return errors > 0 ? { kind: "error", messages, errors, seconds: secondsSince() } : MATCH;
}
