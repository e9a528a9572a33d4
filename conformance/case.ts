import type { Json, JsonObject } from "../src/json/value.ts";

/** One case of a file, whatever its form; each file's runner narrows it. */
export interface Case extends JsonObject {
  name: string;
  category: string;
}

export type CaseResult =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly why: string }
  /** Sallyport does not have what the case is about. */
  | { readonly kind: "skipped"; readonly why: string };

/** Runs one case. What it throws is a failure. */
export type CaseRunner = (testCase: Case) => CaseResult | Promise<CaseResult>;

export const PASSED: CaseResult = { kind: "passed" };

export const failedWith = (why: string): CaseResult => ({ kind: "failed", why });

/** Passed, or what the first of the problems says. */
export function judge(...problems: readonly (string | undefined)[]): CaseResult {
  const why = problems.find((problem) => problem !== undefined);
  return why === undefined ? PASSED : failedWith(why);
}

/** A problem unless both are the same for the format: absent, null, "", [] and {} count as equal. */
export function differs(
  what: string,
  actual: Json | undefined,
  expected: Json | undefined,
): string | undefined {
  return sameJson(actual, expected) ? undefined : `${what}: expected ${show(expected)}, got ${show(actual)}`;
}

/** A problem unless the text holds every one of the expected parts. */
export function lacks(what: string, actual: string, parts: Json | undefined): string | undefined {
  const wanted = Array.isArray(parts) ? parts : parts === undefined ? [] : [parts];
  const missing = wanted.find((part) => !actual.includes(String(part)));
  return missing === undefined ? undefined : `${what}: ${show(missing)} is not in ${show(actual)}`;
}

export function show(value: Json | undefined): string {
  return value === undefined
    ? "nothing"
    : JSON.stringify(value, (_, v) => (typeof v === "bigint" ? `${v}` : v));
}

export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (isUnset(a) || isUnset(b)) return isUnset(a) && isUnset(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => sameJson(v, b[i]))
    );
  }
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  const [x, y] = [a as JsonObject, b as JsonObject];
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((key) =>
    sameJson(own(x, key), own(y, key)),
  );
}

/** Whether everything that `expected` has is in `actual` with the same value. */
export function includesJson(actual: Json | undefined, expected: Json | undefined): boolean {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected))
    return sameJson(actual, expected);
  if (typeof actual !== "object" || actual === null || Array.isArray(actual))
    return isUnset(expected) && isUnset(actual);
  return Object.keys(expected).every((key) => includesJson(own(actual, key), expected[key]));
}

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

function isUnset(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.values(value).every((member) => member === undefined);
}
