/** Thrown where the cost limit is passed; never leaves the program's `run`. */
export class CostLimitReached extends Error {}

/**
 * What one evaluation may do beyond what its cost says. Costs are the reference's, and count some calls as one step that
 * walk over a whole text, share a list many times or make a text a million times as long: the reference does these in a
 * thread of their own, here everybody would wait. A unit is about ten nanoseconds: ten characters, or one element.
 */
const WORK_LIMIT = 10_000_000;

let left = Number.POSITIVE_INFINITY;
let depth = 0;
let number = 0;

/** Evaluations inside of another one, such as those of variables, share what it has left. */
export function beginWork(): void {
  if (depth++ > 0) return;
  left = WORK_LIMIT;
  number++;
}

/** Which evaluation is under way: as long as it is the same, nothing that it sees changes. */
export const currentWork = (): number => (depth === 0 ? -1 : number);

export function endWork(): void {
  if (--depth === 0) left = Number.POSITIVE_INFINITY;
}

/** Ends the evaluation, as its cost limit does, when too much has been done. Outside of evaluations nothing is counted. */
export function spend(units: number): void {
  left -= units;
  if (left < 0) throw new CostLimitReached();
}

/** A walk over so many characters. */
export const spendText = (length: number): void => spend(length * 0.1);
