import { crc32 } from "node:zlib";
import { sumOfKey } from "./summed-value.ts";

/** The name of the note that has the total. */
export const TOTAL = "total";
/** The name of the note that has the newest revision in a store without a total. */
export const REVISION = "revision";

/**
 * The sum over all objects of a store, which each transaction writes with the newest revision. A page that is of an older
 * state, or that is lost, has other keys or other revisions, so that their sum is another one.
 */
export interface Total {
  /** The newest revision; deletions count. */
  readonly revision: number;
  /** `sumOfKey` of all objects, added up modulo 2^32. */
  readonly sum: number;
}

/** The total with one object more. */
export const withObject = ({ revision, sum }: Total, object: ObjectSum): Total => ({
  revision: Math.max(revision, object.revision),
  sum: (sum + object.keySum) >>> 0,
});

/** The sum with one object less. */
export const withoutKey = (sum: number, { key, revision }: KeyOfRevision): number =>
  (sum - sumOfKey(key, revision)) >>> 0;

/** Part of an object in a total. */
interface ObjectSum {
  readonly revision: number;
  /** Its `sumOfKey`. */
  readonly keySum: number;
}

/** Identity of an object without its value. */
export interface KeyOfRevision {
  readonly key: string;
  readonly revision: number;
}

/** The total of objects, without deletions. */
export function totalOf(objects: Iterable<KeyOfRevision>): Total {
  let total = EMPTY;
  for (const { key, revision } of objects)
    total = withObject(total, { revision, keySum: sumOfKey(key, revision) });
  return total;
}

/** The total of a store without objects. */
export const EMPTY: Total = { revision: 1, sum: 0 };

/** The text of the note: the revision, and a sum that includes it. */
export const textOfTotal = ({ revision, sum }: Total): string =>
  `${revision} ${(sum + crc32(String(revision))) >>> 0}`;

/** The notes of a store by their names. */
export type Notes = Pick<ReadonlyMap<string, string>, "get">;

/** The newest revision. `found`: the sum over the objects, and the newest revision of one of them. */
export function newestRevision(notes: Notes, found: Total): number {
  const deleted = revisionIn(notes.get(TOTAL) ?? notes.get(REVISION) ?? "");
  return Math.max(found.revision, deleted);
}

/**
 * Returns undefined if the objects are those of the last transaction, or if the store has no total yet.
 * `found`: as above.
 */
export function totalComplaint(notes: Notes, found: Total): string | undefined {
  const text = notes.get(TOTAL);
  const revision = newestRevision(notes, found);
  if (text === undefined || text === textOfTotal({ revision, sum: found.sum })) return undefined;
  return "the keys and revisions of the objects do not have the sum that the last write noted: pages are lost, or of an older state";
}

function revisionIn(text: string): number {
  const revision = Number.parseInt(text, 10);
  return Number.isSafeInteger(revision) && revision > 0 ? revision : 1;
}
