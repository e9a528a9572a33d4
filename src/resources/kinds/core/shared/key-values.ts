import type { KubeObject } from "../../../../api/meta.ts";
import { noteUnread } from "../../../../api/object/unread.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { configMapKeyProblems } from "../../../../api/validation/name-format.ts";
import type { Steps } from "../../../../async/steps.ts";

/** Limit for the total size of the values in a config map or secret, in bytes. */
export const MAX_DATA_BYTES = 1024 * 1024;

/** `data` or `binaryData`. */
export type Data = Readonly<Record<string, string>>;

/** Checks that keys can be file names. `at` is the path of the map. */
export function* checkDataKeys(data: Data, at: FieldReport): Steps<void> {
  let left = KEYS_A_STEP;
  for (const key in data) {
    const problems = configMapKeyProblems(key);
    if (problems.length > 0) at.key(key).problems(key, problems);
    if (--left > 0) continue;
    left = KEYS_A_STEP;
    yield;
  }
}

const KEYS_A_STEP = 10_000;

/** Returns the length of the decoded base64 text, in bytes. */
export function decodedLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** Replaces null values, in place: they are stored, and read as empty values. */
export function emptyNulls(data: Record<string, string | null> | undefined, { metadata }: KubeObject): void {
  for (const key in data)
    if (data[key] === null) {
      data[key] = "";
      noteUnread(metadata);
    }
}

/** Checks that data marked as immutable do not change, and remain immutable. `at` is the path of the object. */
export function checkImmutable(
  object: { immutable?: boolean | undefined },
  old: { immutable?: boolean | undefined },
  isSame: Readonly<Record<string, () => boolean>>,
  at: FieldReport,
): void {
  if (old.immutable !== true) return;
  const says = "field is immutable when `immutable` is set";
  if (object.immutable !== true) at.child("immutable").forbidden(says);
  for (const [name, same] of Object.entries(isSame)) if (!same()) at.child(name).forbidden(says);
}

/** Compares maps; an empty map equals an absent one. */
export function sameData(a: Data | undefined, b: Data | undefined): boolean {
  if (a === b) return true;
  const [before, after] = [a ?? {}, b ?? {}];
  let surplus = 0;
  for (const key in after) if (Object.hasOwn(after, key)) surplus++;
  for (const key in before) {
    if (!Object.hasOwn(after, key) || after[key] !== before[key]) return false;
    surplus--;
  }
  return surplus === 0;
}
