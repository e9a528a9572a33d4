import type { Chain } from "./chain.ts";
import { charge, type Step } from "./frame.ts";
import type { Value } from "./values.ts";

/** A planned node. */
export interface Planned {
  readonly run: Step;
  /** As `run`, without the price of reading a variable: a branch or an index is read as a part of the whole. */
  readonly bare: Step;
  /** The value, when it is known beforehand. */
  readonly constant?: Value;
  /** Of an optional: its content, or NOTHING where it is empty, so that callers need not wrap it. */
  readonly opened?: Opened;
  /** Of a variable or its parts: all of it at once. */
  readonly chain?: Chain | undefined;
  /** A choice between two values: reading a part of it costs nothing for the whole. */
  readonly choice?: boolean;
}

/** As `run` and `bare` of an optional, without the optional around the value. */
export interface Opened {
  readonly run: Step;
  readonly bare: Step;
}

export const step = (run: Step): Planned => ({ run, bare: run });
export const constant = (value: Value): Planned => ({ run: () => value, bare: () => value, constant: value });

/** Something that is read: costs one more when it stands for itself. */
export const attribute = (bare: Step): Planned => ({
  bare,
  run: (frame) => {
    const value = bare(frame);
    charge(frame, 1);
    return value;
  },
});

/** A variable: the beginning of a chain. */
export const root = (bare: Step): Planned => ({ ...attribute(bare), chain: { root: bare, fields: [] } });
