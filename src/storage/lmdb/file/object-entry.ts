import { damagedObject, openSummed, sumOfKey } from "../summed-value.ts";
import type { FoundEntry } from "./read-trees.ts";
import { keyLength, keyStart, nodeAt } from "./tree-page.ts";
import { findValue, type Moment, markReached, type ValuePlace } from "./walk-tree.ts";

/** An object in the file: its revision, a number of 8 bytes, then its value. */
export interface FoundObject {
  readonly key: string;
  readonly revision: number;
  /** `sumOfKey` of the two. */
  readonly keySum: number;
  readonly place: ValuePlace;
}

const REVISION_BYTES = 8;

/** Returns the object of an entry, or its problem. The value is not checked. */
export function findObject(entry: FoundEntry, moment: Moment): FoundObject | string {
  const { bytes, page, index } = entry;
  const place = findValue(moment, bytes, page, index);
  if (typeof place === "string") return place;
  if (place.length < REVISION_BYTES) return "it is too short";
  const revision = revisionOf(bytes, moment, place);
  if (revision === undefined) return "its revision is damaged";
  const key = keyText(entry);
  return { key, revision, keySum: sumOfKey(key, revision), place };
}

function revisionOf(bytes: Buffer, { file }: Moment, place: ValuePlace): number | undefined {
  const revision =
    place.own === 0
      ? bytes.readDoubleLE(place.offset)
      : file.copy(place.page, place.offset, REVISION_BYTES)?.readDoubleLE();
  return isRevision(revision) ? revision : undefined;
}

const isRevision = (value: number | undefined): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/** Returns the complaint about its value, if that is not the one that was written. Its pages must not be used by anything else. */
export function checkValue(entry: FoundEntry, found: FoundObject, moment: Moment): string | undefined {
  markReached(moment, found.place);
  return bytesOf(entry, found, moment) === undefined ? damagedObject(found.key) : undefined;
}

/** The text of a note; undefined where it cannot be read. */
export function noteText({ bytes, page, index }: FoundEntry, moment: Moment): string | undefined {
  const place = findValue(moment, bytes, page, index);
  if (typeof place === "string") return undefined;
  return moment.file.copy(place.page, place.offset, place.length)?.toString();
}

/** The library writes it before U+0000 to U+0004 (ordered-binary, writeKey). */
const ESCAPE = 4;
const ESCAPE_TEXT = String.fromCharCode(ESCAPE);

/** The key of an entry. */
export function keyText({ bytes, index }: FoundEntry): string {
  const node = nodeAt(bytes, index);
  const start = keyStart(node);
  const end = start + keyLength(bytes, node);
  const text = bytes.toString("utf8", start, end);
  if (!text.includes(ESCAPE_TEXT)) return text;
  const key = bytes.subarray(start, end);
  return Buffer.from(key.filter((byte, at) => byte !== ESCAPE || isEscaped(key, at))).toString();
}

/** True if an odd number of escapes precedes it. */
function isEscaped(key: Buffer, at: number): boolean {
  let first = at;
  while (key[first - 1] === ESCAPE) first--;
  return (at - first) % 2 === 1;
}

/** The bytes of an object, if it has no pages of its own in the memory of its page. Undefined: as for `readObject`. */
export function bytesOf(entry: FoundEntry, found: FoundObject, moment: Moment): Buffer | undefined {
  const { place, keySum } = found;
  if (place.own > 0) return readObject(moment, found);
  return openSummed(keySum, entry.bytes, place.offset + REVISION_BYTES, place.offset + place.length);
}

/** The bytes of an object; undefined where the file cannot be read any more, or the value is not the one that was written. */
export function readObject(
  { file }: Pick<Moment, "file">,
  { keySum, place: { page, offset, length } }: FoundObject,
): Buffer | undefined {
  const value = file.copy(page, offset + REVISION_BYTES, length - REVISION_BYTES);
  return value && openSummed(keySum, value);
}
