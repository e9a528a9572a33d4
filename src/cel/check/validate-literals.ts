import { formatIssue } from "../libraries/format/format-check.ts";
import { compileRegex } from "../libraries/regex.ts";
import type { Call, Expr } from "../parse/ast.ts";
import type { Issue } from "../parse/source.ts";
import { walk, walkUp } from "../parse/walk.ts";
import { type CelType, checkedName, DYN, optionalItem, sameType } from "../types/types.ts";
import { timestampOf } from "../values/arithmetic.ts";
import { parseDuration, parseTimestamp } from "../values/time.ts";
import { CelError, isInt } from "../values/values.ts";
import { unlimited } from "../values/work.ts";
import type { Checked } from "./checked.ts";

/**
 * Returns errors of literals that do not depend on values: durations, times, patterns, formats, lists of
 * several types.
 */
export function validateLiterals(checked: Checked): readonly Issue[] {
  const issues: Issue[] = [];
  const formatted = new Set<number>();
  walk(checked.expr, (expr) => {
    if (expr.kind === "call" && expr.name === "format") walk(expr, ({ id }) => formatted.add(id));
  });
  walkUp(checked.expr, (expr) => {
    if (expr.kind === "call") checkArguments(expr, checked, issues);
    else if ((expr.kind === "list" || expr.kind === "map") && !formatted.has(expr.id))
      checkItems(expr, checked, issues);
  });
  return issues;
}

function checkArguments(call: Call, { types }: Checked, issues: Issue[]): void {
  const argument = call.args.at(-1);
  if (call.name === "format" && call.target !== undefined) {
    const issue = formatIssue(call, types);
    if (issue !== undefined) issues.push(issue);
  }
  if (argument?.kind !== "literal") return;
  if (!isValidLiteral(call, argument))
    issues.push({ at: argument.at, text: `invalid ${call.name} argument` });
}

function isValidLiteral(call: Call, { value }: Expr & { kind: "literal" }): boolean {
  const global = call.target === undefined && call.args.length === 1;
  if (call.name === "duration" && global) return typeof value === "string" && isTime(parseDuration(value));
  if (call.name === "timestamp" && global && isInt(value))
    return isTime(timestampOf(BigInt(value) * 1_000_000_000n));
  if (call.name === "timestamp" && global) return typeof value !== "string" || isTime(parseTimestamp(value));
  if (call.name !== "matches" || typeof value !== "string") return true;
  return !(compileRegex(value, unlimited()) instanceof CelError);
}

const isTime = (value: unknown): boolean => value !== undefined && !(value instanceof CelError);

/**
 * Checks that items have the same type. Unlike the checker, it does not accept dyn together with a known
 * type. Of a list only the first wrong item is reported.
 */
function checkItems(expr: Expr & { kind: "list" | "map" }, checked: Checked, issues: Issue[]): void {
  const fits = asTheFirst(checked, issues);
  if (expr.kind === "list") {
    expr.items.every(({ value, optional }) => fits(value, optional));
    return;
  }
  for (const { key } of expr.entries) fits(key, false);
  const fitsValues = asTheFirst(checked, issues);
  for (const { value, optional } of expr.entries) fitsValues(value, optional);
}

/** Returns a function that is true if an item has the type of the first item. */
function asTheFirst({ types }: Checked, issues: Issue[]): (item: Expr, optional: boolean) => boolean {
  let first: CelType | undefined;
  return ({ id, at }, optional) => {
    const type = types.get(id) ?? DYN;
    const found = optional ? (optionalItem(type) ?? type) : type;
    first ??= found;
    if (sameType(first, found)) return true;
    issues.push({ at, text: `expected type '${checkedName(first)}' but found '${checkedName(found)}'` });
    return false;
  };
}
