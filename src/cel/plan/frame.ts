import { type CelError, CelObject, NO_OVERLOAD, type Value } from "../values/values.ts";
import { CostLimitReached, type Work } from "../values/work.ts";

/** Values of the variables by name. */
export type Activation = Readonly<Record<string, Value | undefined>>;

/** State of one evaluation. */
export interface Frame {
  readonly variables: Activation;
  /** The value of `variables`; undefined if the policy has none. */
  readonly composed: CelLazyMap | undefined;
  /** Variables of comprehensions. */
  readonly slots: Value[];
  cost: number;
  readonly limit: number;
  readonly work: Work;
}

/** A planned node. */
export type Step = (frame: Frame) => Value;

/**
 * Adds a cost. Go uses unsigned 64-bit integers: a sum below zero becomes its complement. Throws
 * CostLimitReached above the limit.
 */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost < 0) frame.cost += 2 ** 64;
  if (frame.cost > frame.limit) throw new CostLimitReached();
}

/**
 * The variables of a policy, evaluated on first use (apiserver, pkg/cel/lazy/lazy.go, MapValue). Most
 * functions do not accept it as a map, and iterating over it yields its values.
 */
export abstract class CelLazyMap extends CelObject {
  get typeName(): string {
    return "kubernetes.variables";
  }
  /** Returns the value of a variable; undefined if there is no such variable. */
  abstract get(key: Value): Value | undefined;
  abstract values(): readonly Value[];

  override equals(other: Value): boolean | CelError {
    return other instanceof CelLazyMap ? this === other : NO_OVERLOAD;
  }
}
