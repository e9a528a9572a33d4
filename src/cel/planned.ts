import type { Step } from "./frame.ts";
import type { Value } from "./values.ts";

/** A planned node. */
export interface Planned {
  readonly run: Step;
  /** As `run`, without the price of reading a variable: a branch or an index is read as a part of the whole. */
  readonly bare: Step;
  /** The value, when it is known beforehand. */
  readonly constant?: Value;
  /** A choice between two values: reading a part of it costs nothing for the whole. */
  readonly choice?: boolean;
}
