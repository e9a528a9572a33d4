import type { RE2JS } from "re2js";
import { loadLate } from "./load-late.ts";

const re2js = loadLate<typeof import("re2js")>("re2js");

/** Quotations, escapes and classes, in which nothing is a group; and the beginning of a named group. */
const PARTS = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|(\(\?P?<\w+>)/g;

/**
 * Compiles a regular expression in RE2's syntax, as Go has it. Go lets several groups have one name (regexp/syntax/parse.go), and nobody
 * here asks for a group by its name. Throws an Error with Go's words.
 */
export function compileRe2(pattern: string): RE2JS {
  const { RE2JS } = re2js();
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("duplicate capture group name")) throw error;
    return RE2JS.compile(pattern.replace(PARTS, (part, group) => (group === undefined ? part : "(")));
  }
}

/** Whether `compileRe2` refused the expression. */
export const isRe2Error = (error: unknown): error is Error => error instanceof re2js().RE2JSSyntaxException;
