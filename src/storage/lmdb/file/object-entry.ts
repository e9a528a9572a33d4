import { looksLikeObject } from "../is-json-text.ts";
import type { FoundEntry } from "./read-trees.ts";
import { keyLength, keyStart, nodeAt } from "./tree-page.ts";
import { findValue, type Moment, markReached, type ValuePlace } from "./walk-tree.ts";

/** Where an object stands: its revision, a number of 8 bytes, then its JSON. */
export interface FoundObject {
  readonly revision: number;
  readonly place: ValuePlace;
}

const REVISION_BYTES = 8;

/** The object of an entry, or what is wrong with it. Its JSON is not looked at. */
export function findObject({ bytes, page, index }: FoundEntry, moment: Moment): FoundObject | string {
  const place = findValue(moment, bytes, page, index);
  if (typeof place === "string") return place;
  if (place.length < REVISION_BYTES) return "it is too short";
  const revision = revisionOf(bytes, moment, place);
  return revision === undefined ? "its revision is damaged" : { revision, place };
}

function revisionOf(bytes: Buffer, { file }: Moment, place: ValuePlace): number | undefined {
  const revision =
    place.own === 0
      ? bytes.readDoubleLE(place.offset)
      : file.copy(place.page, place.offset, REVISION_BYTES)?.readDoubleLE();
  return isRevision(revision) ? revision : undefined;
}

export const isRevision = (value: number | undefined): boolean =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** The same, and whether it is whole: nothing else may use its pages from now on, and its JSON looks like JSON. */
export function checkObject(entry: FoundEntry, moment: Moment): FoundObject | string {
  const found = findObject(entry, moment);
  if (typeof found === "string") return found;
  markReached(moment, found.place);
  const json = found.place.own === 0 ? viewObject(entry, found.place) : readObject(moment, found.place);
  return json !== undefined && looksLikeObject(json) ? found : "it is no JSON";
}

/** The text of a note; undefined where it cannot be read. */
export function noteText({ bytes, page, index }: FoundEntry, moment: Moment): string | undefined {
  const place = findValue(moment, bytes, page, index);
  if (typeof place === "string") return undefined;
  return moment.file.copy(place.page, place.offset, place.length)?.toString();
}

/** The library writes it before U+0000 to U+0004 (ordered-binary, writeKey). */
const ESCAPE = 4;

/** The key of an entry. */
export function keyText({ bytes, index }: FoundEntry): string {
  const node = nodeAt(bytes, index);
  const start = keyStart(node);
  const key = bytes.subarray(start, start + keyLength(bytes, node));
  if (!key.includes(ESCAPE)) return key.toString();
  return Buffer.from(key.filter((byte, at) => byte !== ESCAPE || isEscaped(key, at))).toString();
}

/** An odd number of escapes stands before it. */
function isEscaped(key: Buffer, at: number): boolean {
  let first = at;
  while (key[first - 1] === ESCAPE) first--;
  return (at - first) % 2 === 1;
}

/** The JSON of an object that has no pages of its own, in the memory of its page. */
export const viewObject = ({ bytes }: FoundEntry, { offset, length }: ValuePlace): Buffer =>
  bytes.subarray(offset + REVISION_BYTES, offset + length);

/** The JSON of an object; undefined where the file cannot be read any more. */
export const readObject = (
  { file }: Pick<Moment, "file">,
  { page, offset, length }: ValuePlace,
): Buffer | undefined => file.copy(page, offset + REVISION_BYTES, length - REVISION_BYTES);
