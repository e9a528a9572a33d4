/** Thrown when the cost limit is exceeded. It never leaves the program's `run`. */
export class CostLimitReached extends Error {}

/**
 * Limit of the work of one evaluation besides its cost. The costs are the reference's, and count some calls
 * as one step that read a whole text, share a list many times or make a text a million times as long. The
 * reference runs these in a separate thread; here they would block the event loop. A unit is about ten
 * nanoseconds: ten characters, or one element.
 */
const WORK_LIMIT = 10_000_000;

let left = Number.POSITIVE_INFINITY;
let depth = 0;
let number = 0;

/** Starts an evaluation. Nested evaluations, such as those of variables, share the limit of the outer one. */
export function beginWork(): void {
  if (depth++ > 0) return;
  left = WORK_LIMIT;
  number++;
}

/**
 * Returns the number of the current evaluation; −1 if there is none. Values that an evaluation sees do not
 * change during it.
 */
export const currentWork = (): number => (depth === 0 ? -1 : number);

/** Ends the evaluation that `beginWork` started. */
export function endWork(): void {
  if (--depth === 0) left = Number.POSITIVE_INFINITY;
}

/**
 * Counts work, and throws CostLimitReached when the limit is exceeded. Outside of evaluations the limit is
 * infinite.
 */
export function spend(units: number): void {
  left -= units;
  if (left < 0) throw new CostLimitReached();
}

/** Counts the reading of this number of characters. */
export const spendText = (length: number): void => spend(length * 0.1);
