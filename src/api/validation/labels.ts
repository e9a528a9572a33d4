import type { FieldError } from "./field-error.ts";
import type { PathLike } from "./field-path.ts";
import { collectErrors, type FieldReport } from "./field-report.ts";
import { byteLength, labelValueProblems, qualifiedNameProblems } from "./name-format.ts";

const ANNOTATIONS_LIMIT_BYTES = 256 * 1024;

/**
 * Checks keys and values of labels. Error paths do not include the key. Errors are in the order of keys, which is
 * random in the reference.
 */
export function checkLabels(labels: Readonly<Record<string, string>> | undefined, at: FieldReport): void {
  for (const key in labels) {
    at.problems(key, qualifiedNameProblems(key));
    const value = labels[key] ?? "";
    at.problems(value, labelValueProblems(value));
  }
}

/** Checks the keys of annotations, in any case, and the total size. */
export function checkAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  at: FieldReport,
): void {
  let size = 0;
  for (const key in annotations) {
    at.problems(key, qualifiedNameProblems(key.toLowerCase()));
    size += key.length + (annotations[key]?.length ?? 0);
  }
  // A UTF-16 unit has at most three bytes in UTF-8, so only large annotations are measured exactly.
  if (size * 3 > ANNOTATIONS_LIMIT_BYTES && totalBytes(annotations ?? {}) > ANNOTATIONS_LIMIT_BYTES) {
    at.tooLong(ANNOTATIONS_LIMIT_BYTES);
  }
}

function totalBytes(annotations: Readonly<Record<string, string>>): number {
  return Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + byteLength(key) + byteLength(value),
    0,
  );
}

/** Returns the problems that `checkLabels` adds. */
export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  path: PathLike,
): FieldError[] {
  return labels === undefined ? [] : collectErrors(path, (at) => checkLabels(labels, at));
}

/** Returns the problems that `checkAnnotations` adds. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  path: PathLike,
): FieldError[] {
  return annotations === undefined ? [] : collectErrors(path, (at) => checkAnnotations(annotations, at));
}
