import type { FieldReport } from "../../../../api/field-path.ts";
import { configMapKeyProblems } from "../../../../api/name-format.ts";

/** Bytes of all values of a config map or secret. */
export const MAX_DATA_BYTES = 1024 * 1024;

export type Data = Readonly<Record<string, string>>;

/** Keys that can be names of files. `at` is the map. */
export function checkDataKeys(data: Data, at: FieldReport): void {
  for (const key in data) {
    const problems = configMapKeyProblems(key);
    if (problems.length > 0) at.key(key).problems(key, problems);
  }
}

/** What base64 text stands for, in bytes. */
export function decodedLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** Null bytes are stored as none. In place. */
export function emptyNulls(data: Record<string, string | null> | undefined): void {
  for (const key in data) if (data[key] === null) data[key] = "";
}

/** Data that were declared immutable stay so for good. `at` is the object. */
export function checkImmutable(
  object: { immutable?: boolean | undefined },
  old: { immutable?: boolean | undefined },
  sameMaps: Readonly<Record<string, boolean>>,
  at: FieldReport,
): void {
  if (old.immutable !== true) return;
  const says = "field is immutable when `immutable` is set";
  if (object.immutable !== true) at.child("immutable").forbidden(says);
  for (const [name, same] of Object.entries(sameMaps)) if (!same) at.child(name).forbidden(says);
}

/** Maps without entries are as good as none. */
export function sameData(a: Data | undefined, b: Data | undefined): boolean {
  const [before, after] = [Object.entries(a ?? {}), b ?? {}];
  if (before.length !== Object.keys(after).length) return false;
  return before.every(([key, value]) => Object.hasOwn(after, key) && after[key] === value);
}
