import { markStable } from "../../../json/stable-text.ts";
import { equalSets, type FieldSet, fieldsV1 } from "./field-set.ts";

/** The set of before, where it is equal: it is in order already, and its text is then made once for many writes. */
export function sameAs(before: FieldSet | undefined, now: FieldSet): FieldSet {
  if (before === undefined || !equalSets(before, now)) return now;
  markStable(fieldsV1(before));
  return before;
}
