/**
 * A long list in pieces. The pieces of a changed list are the same arrays as before if nothing in them
 * changed, so that results about them can be kept: one change among ten thousand configurations touches a
 * hundred.
 */
export type Pieces<T> = readonly (readonly T[])[];

/** Results of `make` for each member of a list. */
export interface Made<S extends object, T> {
  readonly list: readonly S[];
  readonly of: Pieces<S>;
  readonly made: Pieces<T>;
  /** Results by member. */
  readonly known: WeakMap<S, readonly T[]>;
}

const LENGTH = 128;
/**
 * Length below which a new piece includes its neighbour: otherwise single changes would leave many short
 * pieces.
 */
const SHORT = LENGTH / 2;

/** Cuts a list into pieces. `previous`: the pieces of the earlier list, which are returned if nothing changed. */
export function cut<T>(list: readonly T[], previous: Pieces<T> = []): Pieces<T> {
  let front = 0;
  let from = 0;
  while (front < previous.length && isAt(list, from, previous[front]!)) from += previous[front++]!.length;
  if (front === previous.length && from === list.length) return previous;
  let back = previous.length;
  let to = list.length;
  while (back > front && isAt(list, to - previous[back - 1]!.length, previous[back - 1]!, from))
    to -= previous[--back]!.length;
  if (to - from < SHORT && back < previous.length) to += previous[back++]!.length;
  if (to - from < SHORT && front > 0) from -= previous[--front]!.length;
  return [...previous.slice(0, front), ...even(list.slice(from, to)), ...previous.slice(back)];
}

function isAt<T>(list: readonly T[], from: number, piece: readonly T[], least = 0): boolean {
  if (from < least || from + piece.length > list.length) return false;
  for (let i = 0; i < piece.length; i++) if (piece[i] !== list[from + i]) return false;
  return true;
}

function even<T>(list: readonly T[]): Pieces<T> {
  const length = Math.ceil(list.length / Math.max(1, Math.round(list.length / LENGTH)));
  const pieces: (readonly T[])[] = [];
  for (let at = 0; at < list.length; at += length) pieces.push(list.slice(at, at + length));
  return pieces;
}

/**
 * Cuts a list into pieces in the given order. Most lists are in order already. Pieces of `previous` are, so
 * that only the ends of unchanged pieces are compared: reading ten thousand objects takes milliseconds, since
 * none is in the processor's cache.
 */
export function cutInOrder<T>(
  list: readonly T[],
  order: (a: T, b: T) => number,
  previous: Pieces<T> = [],
): Pieces<T> {
  const known = new Set(previous);
  const pieces = cut(list, previous);
  const isInOrder = pieces.every((piece, i) => {
    const before = pieces[i - 1]?.at(-1);
    if (before !== undefined && order(before, piece[0]!) > 0) return false;
    return known.has(piece) || piece.every((one, at) => at === 0 || order(piece[at - 1]!, one) <= 0);
  });
  return isInOrder ? pieces : cut([...list].sort(order), previous);
}

/**
 * Returns the results of `make` for each member of a list in this order. Members that did not change since
 * `previous` keep their results.
 */
export function makeOf<S extends object, T>(
  list: readonly S[],
  order: (a: S, b: S) => number,
  make: (one: S) => readonly T[],
  previous: Made<S, T> | undefined,
): Made<S, T> {
  if (previous !== undefined && list === previous.list) return previous;
  const of = cutInOrder(list, order, previous?.of);
  if (previous !== undefined && of === previous.of) return previous;
  const known = previous?.known ?? new WeakMap<S, readonly T[]>();
  const before = new Map(previous?.of.map((piece, i) => [piece, previous.made[i]!]));
  const remember = (one: S): readonly T[] => {
    const made = known.get(one) ?? make(one);
    known.set(one, made);
    return made;
  };
  return { list, of, made: of.map((piece) => before.get(piece) ?? piece.flatMap(remember)), known };
}

/** Joins pieces. It is far faster than `flat()`, which checks each member for being an array. */
export function joined<T>(pieces: Pieces<T>): readonly T[] {
  const all: T[] = [];
  for (const piece of pieces) for (const one of piece) all.push(one);
  return all;
}

/** True if two lists have the same members. */
export const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
