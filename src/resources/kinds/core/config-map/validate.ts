import { wasEmptied } from "../../../../api/object/emptied.ts";
import { EMPTY_PATH } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength } from "../../../../api/validation/name-format.ts";
import type { Steps } from "../../../../async/steps.ts";
import type { ConfigMap } from "../../../../types/tables/core/v1-types.ts";
import {
  checkDataKeys,
  checkImmutable,
  type Data,
  decodedLength,
  MAX_DATA_BYTES,
  sameData,
} from "../shared/key-values.ts";

/** Checks the keys, duplicates between both maps, and the size (ValidateConfigMap). */
export function* check(
  { data = {}, binaryData = {} }: ConfigMap,
  _old: unknown,
  at: FieldReport,
): Steps<void> {
  yield* checkDataKeys(data, at.child("data"));
  yield;
  for (const key in binaryData) {
    if (Object.hasOwn(data, key))
      at.child("data").key(key).invalid(key, "duplicate of key present in binaryData");
  }
  yield* checkDataKeys(binaryData, at.child("binaryData"));
  yield;
  // The reference reports the error for the whole object, and prints its path in this form.
  if (yield* isTooBig(data, binaryData)) at.child(EMPTY_PATH).tooLong(MAX_DATA_BYTES);
}

/**
 * Checks the total size. A UTF-16 unit has at most three bytes in UTF-8, so only large maps need an exact
 * count.
 */
function* isTooBig(data: Data, binaryData: Data): Steps<boolean> {
  let bound = 0;
  for (const key in data) bound += (data[key]?.length ?? 0) * 3;
  yield;
  for (const key in binaryData) bound += binaryData[key]?.length ?? 0;
  if (bound <= MAX_DATA_BYTES) return false;
  yield;
  let size = 0;
  for (const key in data) size += byteLength(data[key] ?? "");
  yield;
  for (const key in binaryData) size += decodedLength(binaryData[key] ?? "");
  return size > MAX_DATA_BYTES;
}

/** Checks that an immutable map keeps its data (ValidateConfigMapUpdate). */
export function checkChange(map: ConfigMap, old: ConfigMap, at: FieldReport): void {
  const isSame = {
    data: () => sameData(map.data, old.data),
    // The reference replaces only an absent data map by an empty one, and compares exactly.
    binaryData: () => sameData(map.binaryData, old.binaryData) && !wasEmptied(map, "binaryData"),
  };
  checkImmutable(map, old, isSame, at);
}
