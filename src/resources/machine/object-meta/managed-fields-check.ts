import type { ManagedFieldsEntry } from "../../../api/meta.ts";
import type { Check, FieldReport } from "../../../api/validation/field-report.ts";
import { byteLength } from "../../../api/validation/name-format.ts";

const OPERATIONS: readonly string[] = ["Apply", "Update"];
const MAX_MANAGER_BYTES = 128;
const MAX_SUBRESOURCE_BYTES = 256;
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Checks managed fields, but not their sets of fields. */
export const checkManagedFields: Check<readonly ManagedFieldsEntry[] | undefined> = (entries, at) => {
  at.each(entries, checkEntry);
};

function checkEntry(entry: ManagedFieldsEntry, at: FieldReport): void {
  const { operation = "", fieldsType = "", manager = "", subresource = "" } = entry;
  if (operation === "") at.child("operation").required("must not be empty");
  else if (!OPERATIONS.includes(operation)) at.child("operation").notSupported(operation, OPERATIONS);
  if (fieldsType !== "" && fieldsType !== "FieldsV1")
    at.child("fieldsType").invalid(fieldsType, "must be `FieldsV1`");
  checkFieldManager(manager, at.child("manager"));
  if (byteLength(subresource) > MAX_SUBRESOURCE_BYTES) at.child("subresource").tooLong(MAX_SUBRESOURCE_BYTES);
}

/** Checks the name of a field manager, in an entry or in the query: at most 128 bytes, all of them printable. */
export function checkFieldManager(manager: string, at: FieldReport): void {
  if (byteLength(manager) > MAX_MANAGER_BYTES) at.tooLong(MAX_MANAGER_BYTES);
  // A search has no copy of the pattern, which `matchAll` makes.
  if (manager.search(UNPRINTABLE) < 0) return;
  let position = 0;
  let before = 0;
  for (const { 0: character, index } of manager.matchAll(UNPRINTABLE)) {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    position += byteLength(manager.slice(before, index));
    before = index;
    at.invalid(manager, `invalid character U+${code} (at position ${position})`);
  }
}
