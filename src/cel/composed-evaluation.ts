import type { Composition } from "./composition.ts";
import { type Activation, CelLazyMap } from "./frame.ts";
import type { Compiled } from "./program.ts";
import { CelError, type Value } from "./values.ts";

/** What all expressions of one kind may cost together, for one policy, binding and parameter. */
export const POLICY_BUDGET = 10_000_000;

export const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";

export type Evaluated =
  | { readonly kind: "value"; readonly value: Value }
  /** The text is the reference's. */
  | { readonly kind: "error"; readonly message: string }
  /** The budget is spent: nothing more is evaluated. */
  | { readonly kind: "spent" };

const SPENT: Evaluated = Object.freeze({ kind: "spent" });

/**
 * Evaluates expressions of a policy one after the other. Variables are evaluated when they are first used, once; their
 * cost counts.
 */
export class ComposedEvaluation {
  remaining: number;
  readonly #activation: Activation;
  /** Absent: the policy has none. */
  readonly #variables: LazyVariables | undefined;

  constructor(composition: Composition, activation: Activation, budget: number = POLICY_BUDGET) {
    this.remaining = budget;
    if (composition.byName.size === 0) this.#activation = activation;
    else {
      this.#variables = new LazyVariables(composition);
      this.#activation = { ...activation, variables: this.#variables };
      this.#variables.activation = this.#activation;
    }
  }

  /** `expression`: as errors quote it. */
  evaluate(program: Compiled, expression: string): Evaluated {
    if (program.kind === "issues") return { kind: "error", message: `compilation error: ${program.text}` };
    const { value, cost } = program.run(this.#activation);
    this.remaining -= cost + (this.#variables?.takeCost() ?? 0);
    if (this.remaining < 0) return SPENT;
    return value instanceof CelError
      ? { kind: "error", message: `expression '${expression}' resulted in error: ${value.message}` }
      : { kind: "value", value };
  }
}

class LazyVariables extends CelLazyMap {
  activation: Activation = {};
  readonly #composition: Composition;
  readonly #values = new Map<string, Value>();
  #cost = 0;

  constructor(composition: Composition) {
    super();
    this.#composition = composition;
  }

  get(name: string): Value | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const program = this.#composition.byName.get(name);
    if (program === undefined) return undefined;
    const value = this.#evaluate(name, program);
    this.#values.set(name, value);
    return value;
  }

  /** What variables have cost since the last time. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  #evaluate(name: string, program: Compiled): Value {
    if (program.kind === "issues")
      return new CelError(`composited variable "${name}" fails to compile: ${program.text}`);
    const { value, cost } = program.run(this.activation);
    this.#cost += cost;
    return value instanceof CelError
      ? new CelError(`composited variable "${name}" fails to evaluate: ${value.message}`)
      : value;
  }
}
