import { type CelError, CelObject, NO_OVERLOAD, type Value } from "./values.ts";
import { CostLimitReached } from "./work.ts";

/** Values of the variables by name. */
export type Activation = Readonly<Record<string, Value | undefined>>;

/** What one evaluation carries along. */
export interface Frame {
  readonly variables: Activation;
  /** The value of `variables`, in expressions of a policy that has some. */
  readonly composed: CelLazyMap | undefined;
  /** Variables of comprehensions. */
  readonly slots: Value[];
  cost: number;
  readonly limit: number;
}

/** A planned node. */
export type Step = (frame: Frame) => Value;

/** Go counts in integers of 64 bits without sign: a cost below zero is the complement of what it takes away. */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost < 0) frame.cost += 2 ** 64;
  if (frame.cost > frame.limit) throw new CostLimitReached();
}

/**
 * The variables of a policy, which are evaluated when they are asked for (apiserver, pkg/cel/lazy/lazy.go, MapValue). It is no
 * map to most functions, and who walks over it sees its values.
 */
export abstract class CelLazyMap extends CelObject {
  get typeName(): string {
    return "kubernetes.variables";
  }
  /** Undefined: there is no such key. */
  abstract get(key: Value): Value | undefined;
  abstract values(): readonly Value[];

  override equals(other: Value): boolean | CelError {
    return other instanceof CelLazyMap ? this === other : NO_OVERLOAD;
  }
}
