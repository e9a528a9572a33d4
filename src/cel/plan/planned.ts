import type { Value } from "../values/values.ts";
import type { Chain } from "./chain.ts";
import { charge, type Step } from "./frame.ts";

/** A planned node. */
export interface Planned {
  readonly run: Step;
  /** Runs without the cost of reading a variable: a branch or an index is charged as a part of the whole. */
  readonly bare: Step;
  /** The value, if it is constant. */
  readonly constant?: Value;
  /** For an optional: its content, or NOTHING if it is empty, so that callers need not wrap it. */
  readonly opened?: Opened;
  /** For a variable or its parts: the whole chain. */
  readonly chain?: Chain | undefined;
  /** True for a choice between two values: reading a part of it has no cost for the whole. */
  readonly choice?: boolean;
}

/** The same as `run` and `bare` of an optional, without the optional around the value. */
export interface Opened {
  readonly run: Step;
  readonly bare: Step;
}

/** A node that is neither constant nor a part of a chain. */
export const step = (run: Step): Planned => ({ run, bare: run });
/** A node whose value is known before the evaluation. */
export const constant = (value: Value): Planned => ({ run: () => value, bare: () => value, constant: value });

/** Plans the reading of a value, which costs one more if it is not a part of a longer chain. */
export const attribute = (bare: Step): Planned => ({
  bare,
  run: (frame) => {
    const value = bare(frame);
    charge(frame, 1);
    return value;
  },
});

/** Plans a variable, the start of a chain. */
export const root = (bare: Step): Planned => ({ ...attribute(bare), chain: { root: bare, fields: [] } });
