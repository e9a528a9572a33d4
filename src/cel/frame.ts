import { CelObject, type Value } from "./values.ts";
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

export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  if (frame.cost > frame.limit) throw new CostLimitReached();
}

/** A map whose values are found when they are asked for, such as the variables of a policy. */
export abstract class CelLazyMap extends CelObject {
  get typeName(): string {
    return "map";
  }
  /** Undefined: there is no such key. */
  abstract get(key: string): Value | undefined;
}
