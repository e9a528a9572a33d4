import { markStable } from "../../../../json/stable-text.ts";
import { equalSets, type FieldSet, fieldsV1 } from "./field-set.ts";

/**
 * Returns the previous set if it is equal: it is already ordered, and its text is built only once for many
 * writes.
 */
export function sameAs(before: FieldSet | undefined, now: FieldSet): FieldSet {
  if (before === undefined || !equalSets(before, now)) return now;
  markStable(fieldsV1(before));
  return before;
}
