import { messageOf } from "../report/describe-error.ts";
import { check } from "./check/check.ts";
import type { Checked } from "./check/checked.ts";
import { validateLiterals } from "./check/validate-literals.ts";
import { parse } from "./parse/parse.ts";
import { issuesText } from "./parse/source.ts";
import type { Activation, CelLazyMap, Frame } from "./plan/frame.ts";
import { type Plan, PlanError, plan } from "./plan/plan.ts";
import type { Environment } from "./types/environment.ts";
import { type CelType, typeName } from "./types/types.ts";
import { CelError, type Value } from "./values/values.ts";
import { CostLimitReached, limited, type Work } from "./values/work.ts";

/** Cost limit for one evaluation of one expression. */
export const PER_CALL_LIMIT = 1_000_000;

/** Result of one run. */
export interface Evaluation {
  /** The value; a `CelError` if the evaluation failed. */
  readonly value: Value;
  readonly cost: number;
}

/** Options of one run. */
export interface RunOptions {
  /** Cost limit. Default: `PER_CALL_LIMIT`. */
  readonly limit?: number | undefined;
  /** The value of `variables`, used if the activation has none. */
  readonly composed?: CelLazyMap | undefined;
  /** The work of the evaluation that this one is a part of. Default: the limit of one evaluation. */
  readonly work?: Work | undefined;
}

/** An expression that can be run. */
export interface Program {
  readonly kind: "program";
  readonly resultType: CelType;
  /** Name of the result type in the reference's errors: `list(string)`, `google.protobuf.Duration`. */
  readonly resultTypeName: string;
  /** True if the expression uses `variables`. */
  readonly usesVariables: boolean;
  /** Evaluates the expression. Never throws. */
  run(activation: Activation, options?: RunOptions): Evaluation;
}

/** A program, or the reason that there is none. */
export type Compiled =
  | Program
  | {
      readonly kind: "issues";
      readonly text: string;
      /** True if the text of the expression is valid, but no program could be created from it. */
      readonly internal: boolean;
      /** Name of the result type, as for a program; absent if the text is invalid. */
      readonly resultTypeName?: string;
    };

/**
 * Parses, checks and plans an expression once; `run` can be called any number of times. Never throws: errors in the
 * expression are returned, in kube-apiserver's words.
 *
 * Values: an int is a `number` (a `bigint` beyond 2^53), JSON documents are values without conversion, all other types
 * are classes (`CelDouble`, `CelTimestamp`, …). A failed evaluation is a `CelError`.
 *
 * @example
 * ```ts
 * import { CelError, compile, declareVariables } from "sallyport/cel";
 * const program = compile("object.spec.replicas * 2", declareVariables({ object: "dyn" }));
 * if (program.kind === "issues") throw new Error(program.text);
 * program.run({ object: { spec: { replicas: 3 } } }); // { value: 6, cost: 4 }
 * program.run({ object: {} }).value; // new CelError("no such key: spec")
 * const broken = compile("object.", declareVariables({ object: "dyn" }));
 * broken.kind; // "issues"
 * ```
 */
export function compile(expression: string, environment: Environment): Compiled {
  const analyzed = analyze(expression, environment);
  if (analyzed.kind === "issues")
    return { kind: "issues", text: `compilation failed: ${analyzed.text}`, internal: false };
  const made = instantiate(analyzed.checked, environment);
  if (made.kind === "program") return made;
  const resultTypeName = typeName(analyzed.checked.type);
  return {
    kind: "issues",
    text: `program instantiation failed: ${made.text}`,
    internal: true,
    resultTypeName,
  };
}

type Analyzed =
  | { readonly kind: "checked"; readonly checked: Checked }
  | { readonly kind: "issues"; readonly text: string };

/** Parses and checks an expression. Returns its errors, or the result of the check. */
export function analyze(expression: string, environment: Environment): Analyzed {
  const parsed = parse(expression, environment);
  if (parsed.kind === "issues") return { kind: "issues", text: issuesText(expression, parsed.issues) };
  const checked = check(parsed.expr, environment);
  const issues = checked.issues.length > 0 ? checked.issues : validateLiterals(checked);
  if (issues.length > 0) return { kind: "issues", text: issuesText(expression, issues) };
  return { kind: "checked", checked };
}

/** Plans a checked expression. Constants that cannot be converted are reported here. */
export function instantiate(
  checked: Checked,
  environment: Environment,
): Program | { readonly kind: "issues"; readonly text: string } {
  try {
    return program(plan(checked, environment), checked);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { kind: "issues", text: error.message };
  }
}

const NO_OPTIONS: RunOptions = {};
/** Shared by programs without comprehensions, which never write to it. */
const NO_SLOTS: Value[] = [];
const LIMIT_REACHED = new CelError("operation cancelled: actual cost limit exceeded");

function program({ run, slots }: Plan, { type: resultType, names }: Checked): Program {
  return {
    kind: "program",
    resultType,
    resultTypeName: typeName(resultType),
    usesVariables: [...names.values()].includes("variables"),
    run(variables, options = NO_OPTIONS) {
      const { limit = PER_CALL_LIMIT, composed, work = limited() } = options;
      const frame: Frame = {
        variables,
        composed,
        slots: slots === 0 ? NO_SLOTS : new Array(slots),
        cost: 0,
        limit,
        work,
      };
      try {
        return { value: run(frame), cost: frame.cost };
      } catch (error) {
        return {
          value: error instanceof CostLimitReached ? LIMIT_REACHED : unforeseen(error),
          cost: frame.cost,
        };
      }
    },
  };
}

const unforeseen = (error: unknown): CelError => new CelError(`internal error: ${messageOf(error)}`);
