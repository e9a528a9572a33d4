import type { Checked, ResolvedCall } from "../../src/cel/check/checked.ts";
import { type Call, type Expr, qualifiedName, withoutDot } from "../../src/cel/parse/ast.ts";
import { childrenOf } from "../../src/cel/parse/walk.ts";
import type { Environment } from "../../src/cel/types/environment.ts";
import { DYN } from "../../src/cel/types/types.ts";

/**
 * Returns a parsed expression in the form of a checked one, without checking its types: only names are
 * resolved, and all other errors occur at evaluation. Tests compare this with expressions that the checker
 * accepts.
 */
export function unchecked(expr: Expr, environment: Environment): Checked {
  const names = new Map<number, string>();
  const calls = new Map<number, ResolvedCall>();
  new Resolver(environment, names, calls).visit(expr, new Set());
  return { expr, type: DYN, issues: [], types: new Map(), names, calls };
}

class Resolver {
  readonly #environment: Environment;
  readonly #names: Map<number, string>;
  readonly #calls: Map<number, ResolvedCall>;

  constructor(environment: Environment, names: Map<number, string>, calls: Map<number, ResolvedCall>) {
    this.#environment = environment;
    this.#names = names;
    this.#calls = calls;
  }

  /** Resolves names. `local` has the variables of comprehensions. */
  visit(expr: Expr, local: ReadonlySet<string>): void {
    switch (expr.kind) {
      case "ident":
        if (!local.has(expr.name)) this.#name(expr, expr.name);
        return;
      case "select": {
        const name = qualifiedName(expr);
        if (name !== undefined && !local.has(name) && this.#name(expr, name)) return;
        this.visit(expr.operand, local);
        return;
      }
      case "call":
        this.#call(expr, local);
        return;
      case "comprehension": {
        const inResult = new Set([...local, expr.accumulator]);
        const inLoop = new Set([...inResult, expr.variable, expr.variable2 ?? expr.variable]);
        for (const part of [expr.range, expr.init]) this.visit(part, local);
        for (const part of [expr.condition, expr.step]) this.visit(part, inLoop);
        this.visit(expr.result, inResult);
        return;
      }
      default:
        for (const part of childrenOf(expr)) this.visit(part, local);
    }
  }

  #name(expr: Expr, text: string): boolean {
    const name = withoutDot(text);
    const known = this.#environment.variables.has(name) || this.#environment.types.has(name);
    if (known) this.#names.set(expr.id, name);
    return known;
  }

  #call(call: Call, local: ReadonlySet<string>): void {
    const { functions } = this.#environment;
    const prefix = call.target === undefined ? undefined : qualifiedName(call.target);
    const qualified = prefix === undefined ? "" : `${withoutDot(prefix)}.${call.name}`;
    const global = functions.has(qualified);
    const name = global ? qualified : withoutDot(call.name);
    if (functions.has(name)) this.#calls.set(call.id, { name, overloads: [], global });
    if (call.target !== undefined && !global) this.visit(call.target, local);
    for (const arg of call.args) this.visit(arg, local);
  }
}
