import { type Activation, CelLazyMap } from "../plan/frame.ts";
import type { Compiled, RunOptions } from "../program.ts";
import { CelError, NO_OVERLOAD, type Value } from "../values/values.ts";
import { limited, type Work } from "../values/work.ts";
import type { ComposedVariable, Composition } from "./composition.ts";
import { unescapeName } from "./unescape-name.ts";

/** Cost limit for all expressions of one kind together, for one policy, binding and parameter. */
export const POLICY_BUDGET = 10_000_000;

export const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** Result of an expression of a policy. */
export type Evaluated =
  | { readonly kind: "value"; readonly value: Value }
  /** An error with the reference's text. */
  | { readonly kind: "error"; readonly message: string }
  /** The budget is used up, and nothing more is evaluated. */
  | { readonly kind: "spent" };

const SPENT: Evaluated = Object.freeze({ kind: "spent" });
const HOLDS: Evaluated = Object.freeze({ kind: "value", value: true });

/**
 * Evaluates expressions of a policy one after the other. Variables are evaluated once, on first use; their
 * cost counts.
 */
export class ComposedEvaluation {
  declare remaining: number;
  declare private readonly programs: Composition["byName"];
  /** Values of the variables of admission. */
  declare readonly activation: Activation;
  declare private variables: LazyVariables | undefined;

  constructor({ byName }: Composition, activation: Activation, budget: number = POLICY_BUDGET) {
    this.remaining = budget;
    this.programs = byName;
    this.activation = activation;
    this.variables = undefined;
  }

  /** Returns the value of a variable of the policy, if an expression read it. */
  known(name: string): Value | undefined {
    const index = this.programs.get(name)?.index;
    return index === undefined ? undefined : this.variables?.valueAt(index);
  }

  /** Evaluates a program. `expression` is its text for errors. */
  evaluate(program: Compiled, expression: string): Evaluated {
    if (program.kind === "issues") return { kind: "error", message: `compilation error: ${program.text}` };
    if (program.usesVariables) this.variables ??= new LazyVariables(this.programs, this.activation);
    const { variables } = this;
    if (variables !== undefined) variables.work = limited();
    const { value, cost } = program.run(this.activation, variables);
    this.remaining -= cost;
    if (variables !== undefined) this.remaining -= variables.takeCost();
    if (this.remaining < 0) return SPENT;
    if (value === true) return HOLDS;
    return value instanceof CelError
      ? { kind: "error", message: `expression '${expression}' resulted in error: ${value.message}` }
      : { kind: "value", value };
  }
}

/**
 * The value of `variables`. One is created for every evaluation of a policy; for speed its fields are not
 * private names.
 */
class LazyVariables extends CelLazyMap implements RunOptions {
  declare readonly composed: CelLazyMap;
  declare readonly limit: undefined;
  /** The work of the evaluation that reads the variables. */
  declare work: Work | undefined;
  declare private readonly programs: Composition["byName"];
  declare private readonly activation: Activation;
  declare private readonly known: (Value | undefined)[];
  declare private cost: number;

  constructor(programs: Composition["byName"], activation: Activation) {
    super();
    this.programs = programs;
    this.activation = activation;
    this.known = new Array(programs.size);
    this.cost = 0;
    this.composed = this;
    this.limit = undefined;
    this.work = undefined;
  }

  get(escaped: Value): Value | undefined {
    if (typeof escaped !== "string") return NO_OVERLOAD;
    const name = unescapeName(escaped);
    const variable = name === undefined ? undefined : this.programs.get(name);
    return name === undefined || variable === undefined ? undefined : this.variableOf(name, variable);
  }

  private variableOf(name: string, { index, program }: ComposedVariable): Value {
    const known = this.known[index];
    if (known !== undefined) return known;
    const value = this.evaluate(name, program);
    this.known[index] = value;
    return value;
  }

  /** Returns the value at an index; undefined if it was not evaluated. */
  valueAt(index: number): Value | undefined {
    return this.known[index];
  }

  values(): readonly Value[] {
    return [...this.programs].map(([name, variable]) => this.variableOf(name, variable));
  }

  /** Returns the cost of variables since the last call. */
  takeCost(): number {
    const { cost } = this;
    this.cost = 0;
    return cost;
  }

  private evaluate(name: string, program: Compiled): Value {
    if (program.kind === "issues")
      return new CelError(`composited variable "${name}" fails to compile: ${program.text}`);
    const { value, cost } = program.run(this.activation, this);
    this.cost += cost;
    return value instanceof CelError
      ? new CelError(`composited variable "${name}" fails to evaluate: ${value.message}`)
      : value;
  }
}
