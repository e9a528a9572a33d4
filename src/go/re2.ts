import type { RE2JS } from "re2js";
import { loadLate } from "../async/load-late.ts";

const re2js = loadLate<typeof import("re2js")>("re2js");

/**
 * Compiles a regular expression in RE2's syntax, as Go does. Go allows several groups with one name
 * (regexp/syntax/parse.go), so names are removed if they are repeated; no caller uses them. Throws an Error with Go's
 * text.
 */
export function compileRe2(pattern: string): RE2JS {
  const { RE2JS } = re2js();
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("duplicate capture group name")) throw error;
    return RE2JS.compile(withoutGroupNames(pattern));
  }
}

/** True for an error with which `compileRe2` refuses an expression. */
export const isRe2Error = (error: unknown): error is Error => error instanceof re2js().RE2JSSyntaxException;

/** Removes the names of groups in one pass. Quotations, escapes and character classes contain no groups. */
function withoutGroupNames(pattern: string): string {
  let made = "";
  for (let at = 0; at < pattern.length; ) {
    const isGroup = pattern.startsWith("(?P<", at) || pattern.startsWith("(?<", at);
    const end = isGroup ? behind(pattern, ">", at) : endOfPart(pattern, at);
    made += isGroup ? "(" : pattern.slice(at, end);
    at = end;
  }
  return made;
}

/** Index after the next `mark`, or the end of the text. */
function behind(pattern: string, mark: string, from: number): number {
  const found = pattern.indexOf(mark, from);
  return found < 0 ? pattern.length : found + mark.length;
}

function endOfPart(pattern: string, at: number): number {
  if (pattern.startsWith("\\Q", at)) return behind(pattern, "\\E", at + 2);
  if (pattern[at] === "\\") return at + 2;
  return pattern[at] === "[" ? endOfClass(pattern, at) : at + 1;
}

/**
 * Index after a character class. A closing bracket is part of the class if it is the first character or follows a
 * backslash.
 */
function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern[start + 1] === "^" ? 2 : 1);
  if (pattern[at] === "]") at++;
  while (at < pattern.length && pattern[at] !== "]") {
    if (pattern.startsWith("[:", at)) at = behind(pattern, ":]", at + 2);
    else at += pattern[at] === "\\" ? 2 : 1;
  }
  return at + 1;
}
