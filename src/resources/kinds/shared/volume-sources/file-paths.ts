import type { FieldReport } from "../../../../api/validation/field-report.ts";

/** Checks a file mode of a volume: 0 to 0777. */
export function checkFileMode(at: FieldReport, name: string, mode: unknown): void {
  if (typeof mode !== "number" || (mode >= 0 && mode <= 0o777)) return;
  at.child(name).invalid(mode, "must be a number between 0 and 0777 (octal), both inclusive");
}

/** Checks that a path has no segment `..`. */
export function checkNoBacksteps(path: string, at: FieldReport): void {
  if (hasBacksteps(path)) at.invalid(path, "must not contain '..'");
}

/** True if a segment of the path is `..`. */
export const hasBacksteps = (path: string): boolean => path.includes("..") && path.split("/").includes("..");

/** Checks that a path is relative and has no segment `..`. */
export function checkLocalDescendingPath(path: string, at: FieldReport): void {
  if (path.startsWith("/")) at.invalid(path, "must be a relative path");
  checkNoBacksteps(path, at);
}

/** Checks, too, that the path does not begin with two dots, which atomic writers reserve for their own files. */
export function checkLocalNonReservedPath(path: string, at: FieldReport): void {
  checkLocalDescendingPath(path, at);
  if (path.startsWith("..") && !path.startsWith("../")) at.invalid(path, "must not start with '..'");
}
