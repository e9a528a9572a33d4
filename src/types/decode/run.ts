import { goTypeName } from "../../go/type-name.ts";
import type { NumberLiterals } from "../../json/parse/number-literals.ts";
import type { Json } from "../../json/value.ts";
import { DecodeError } from "./decode-error.ts";
import type { DecodeProblems } from "./decode-problems.ts";
import { describe, type Place } from "./place.ts";
import type { FieldPlan, Plan } from "./plan.ts";
import { ScalarProblem } from "./scalars.ts";

/** Thrown by the first, quick pass when an error needs a place. */
export const TROUBLE = new Error("decoding needs places");

/** One pass over an object. */
export class Run {
  readonly problems: DecodeProblems | undefined;
  readonly literals: NumberLiterals | undefined;
  /** True for the second pass, which records places and reports problems. */
  readonly careful: boolean;
  /** First error after which Go continues to decode. */
  saved: DecodeError | undefined;

  constructor(
    problems: DecodeProblems | undefined,
    literals: NumberLiterals | undefined,
    careful: boolean,
    saved?: DecodeError,
  ) {
    this.problems = problems;
    this.literals = literals;
    this.careful = careful;
    this.saved = saved;
  }
}

/** Place of a field; undefined in the first pass, which records none. */
export function fieldPlace(
  run: Run,
  parent: Place | undefined,
  struct: string,
  field: FieldPlan,
): Place | undefined {
  return run.careful ? { parent, struct, field: field.goPath, segment: field.name } : undefined;
}

/** Place of an item or of a member of a map; undefined in the first pass. */
export function elementPlace(
  run: Run,
  parent: Place | undefined,
  segment: string | number,
): Place | undefined {
  if (!run.careful) return undefined;
  return { parent, struct: parent?.struct ?? "", field: undefined, segment: nameOf(run, segment) };
}

function nameOf(run: Run, segment: string | number): string | undefined {
  if (typeof segment === "number") return `[${segment}]`;
  return run.problems?.omitsMapKeys ? undefined : segment;
}

/** Reports a value of a wrong type, after which Go continues. The field stays empty. */
export function wrongType(run: Run, value: Json, plan: Plan, place: Place | undefined): undefined {
  const problem = new ScalarProblem({ fatal: false, found: goTypeName(value) });
  accept(run, problem, plan.goType, place);
  return undefined;
}

/** Throws a fatal problem, and keeps the first of the others. */
export function accept(
  run: Run,
  result: Json | ScalarProblem,
  goType: string,
  place: Place | undefined,
): Json | undefined {
  if (!(result instanceof ScalarProblem)) return result;
  if (!run.careful) throw TROUBLE;
  if (!result.fatal && run.saved !== undefined) return undefined;
  const error = new DecodeError(result.text ?? describe(result.found, result.wanted ?? goType, place));
  if (result.fatal) throw error;
  run.saved ??= error;
  return undefined;
}
