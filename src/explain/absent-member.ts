import { check } from "../cel/check/check.ts";
import { admissionEnvironment } from "../cel/kubernetes/environment.ts";
import { type Expr, qualifiedName } from "../cel/parse/ast.ts";
import { parse } from "../cel/parse/parse.ts";
import { childrenOf } from "../cel/parse/walk.ts";
import type { Activation } from "../cel/plan/frame.ts";
import { instantiate } from "../cel/program.ts";
import { CelError, type Value } from "../cel/values/values.ts";

/** The read of an expression that failed, because the value does not have the member. */
export interface AbsentMember {
  /** The value that was read, as it is written: `object.metadata`. */
  readonly of: string;
  /** True if that value is null. */
  readonly isNull: boolean;
  /** The question to ask before: `has(object.metadata.labels)`, `'a' in object.metadata.labels`. */
  readonly guard: string;
}

/** Limit of the parts of an expression that are evaluated. */
const MOST_PARTS = 200;

/**
 * Finds the read that made an expression fail by evaluating its parts. Undefined if it is inside a macro, or fails for
 * another reason than `error`, the text of the evaluation that counted.
 */
export function absentMember(
  expression: string,
  error: string,
  activation: Activation,
): AbsentMember | undefined {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return undefined;
  const found = new Search(activation).failing(parsed.expr);
  return found !== undefined && error.endsWith(found.error) ? absentAt(found.expr, found.operand) : undefined;
}

interface Failing {
  readonly expr: Expr;
  readonly error: string;
  /** Value of the operand of a select or an index. */
  readonly operand: Value;
}

class Search {
  readonly #environment = admissionEnvironment({ params: true, authorizer: false });
  readonly #activation: Activation;
  #left = MOST_PARTS;

  constructor(activation: Activation) {
    this.#activation = activation;
  }

  /** Returns the innermost part that fails; undefined if none does, or it cannot be told. */
  failing(expr: Expr): Failing | undefined {
    const value = this.#run(expr);
    if (!(value instanceof CelError)) return undefined;
    for (const part of this.#evaluated(expr)) {
      const found = this.#run(part);
      if (found === undefined) return undefined;
      if (found instanceof CelError) return this.failing(part);
    }
    const [operand] = childrenOf(expr);
    const read = operand === undefined ? undefined : this.#run(operand);
    return read === undefined ? undefined : { expr, error: value.message, operand: read };
  }

  /** The parts that were evaluated, in order; those of a macro need its variables, only its range does not. */
  #evaluated(expr: Expr): readonly Expr[] {
    if (expr.kind === "comprehension") return [expr.range];
    if (expr.kind !== "call" || expr.name !== "_?_:_") return childrenOf(expr);
    const [condition, yes, no] = expr.args;
    if (condition === undefined || yes === undefined || no === undefined) return [];
    return [condition, this.#run(condition) === true ? yes : no];
  }

  #run(expr: Expr): Value | undefined {
    if (this.#left-- <= 0) return undefined;
    const checked = check(expr, this.#environment);
    if (checked.issues.length > 0) return undefined;
    const program = instantiate(checked, this.#environment);
    return "run" in program ? program.run(this.#activation).value : undefined;
  }
}

function absentAt(expr: Expr, operand: Value): AbsentMember | undefined {
  const isNull = operand === null;
  if (expr.kind === "select") {
    const of = qualifiedName(expr.operand);
    return of === undefined ? undefined : { of, isNull, guard: `has(${of}.${expr.field})` };
  }
  if (expr.kind !== "call" || expr.name !== "_[_]") return undefined;
  const [read, key] = expr.args;
  const of = read && qualifiedName(read);
  if (of === undefined || key?.kind !== "literal" || typeof key.value !== "string") return undefined;
  return { of, isNull, guard: `'${key.value}' in ${of}` };
}
