/** Lower and upper bound; `UNBOUNDED` represents all numbers that do not fit in 64 bits. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The largest number of the reference: 2^64 − 1, which a double can only represent as 2^64. */
export const UNBOUNDED: number = 2 ** 64;

export const UNKNOWN: Range = { min: 0, max: UNBOUNDED };
export const NOTHING: Range = { min: 0, max: 0 };

/** A range with one number. */
export const exactly = (size: number): Range => ({ min: size, max: size });

const bounded = (size: number): number => Math.min(size, UNBOUNDED);

/** Sum of two ranges, at most `UNBOUNDED`. */
export const add = (a: Range, b: Range): Range => ({
  min: bounded(a.min + b.min),
  max: bounded(a.max + b.max),
});

/** Product of two ranges, at most `UNBOUNDED`. */
export const multiply = (a: Range, b: Range): Range => ({
  min: bounded(a.min * b.min),
  max: bounded(a.max * b.max),
});

/** Multiplies both bounds, rounded up. */
export const scale = ({ min, max }: Range, factor: number): Range => ({
  min: bounded(Math.ceil(min * factor)),
  max: bounded(Math.ceil(max * factor)),
});

/** The smallest range that contains both. */
export const union = (a: Range, b: Range): Range => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});

/**
 * Wraps a number, for calculations that the reference does not protect against overflow: numbers that do not
 * fit start again at zero.
 */
export const wrapped = (size: number): number => size % UNBOUNDED;
