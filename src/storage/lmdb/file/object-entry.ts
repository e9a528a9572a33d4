import type { FoundEntry } from "./read-trees.ts";
import { keyLength, keyStart, nodeAt } from "./tree-page.ts";
import { findValue, type Moment, type ValuePlace } from "./walk-tree.ts";

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

/** The key of an entry, as it stands there: the library writes control characters in another way. */
export function keyText({ bytes, index }: FoundEntry): string {
  const node = nodeAt(bytes, index);
  const start = keyStart(node);
  return bytes.toString("utf8", start, start + keyLength(bytes, node));
}

/** The JSON of an object that has no pages of its own, in the memory of its page. */
export const viewObject = ({ bytes }: FoundEntry, { offset, length }: ValuePlace): Buffer =>
  bytes.subarray(offset + REVISION_BYTES, offset + length);

/** The JSON of an object; undefined where the file cannot be read any more. */
export const readObject = (
  { file }: Pick<Moment, "file">,
  { page, offset, length }: ValuePlace,
): Buffer | undefined => file.copy(page, offset + REVISION_BYTES, length - REVISION_BYTES);
