import type { FieldReport } from "../../../../api/field-path.ts";

/** File modes of volumes: 0 to 0777. */
export function checkFileMode(at: FieldReport, name: string, mode: unknown): void {
  if (typeof mode !== "number" || (mode >= 0 && mode <= 0o777)) return;
  at.child(name).invalid(mode, "must be a number between 0 and 0777 (octal), both inclusive");
}

/** No `..` among the segments. */
export function checkNoBacksteps(path: string, at: FieldReport): void {
  if (hasBacksteps(path)) at.invalid(path, "must not contain '..'");
}

export function hasBacksteps(path: string): boolean {
  return path.includes("..") && path.split("/").includes("..");
}

/** Relative and without `..`. */
export function checkLocalDescendingPath(path: string, at: FieldReport): void {
  if (path.startsWith("/")) at.invalid(path, "must be a relative path");
  checkNoBacksteps(path, at);
}

/** Also not beginning with two dots, which atomic writers keep to themselves. */
export function checkLocalNonReservedPath(path: string, at: FieldReport): void {
  checkLocalDescendingPath(path, at);
  if (path.startsWith("..") && !path.startsWith("../")) at.invalid(path, "must not start with '..'");
}
