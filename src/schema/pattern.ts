import { loadLate } from "../api/load-late.ts";

const re2js = loadLate<typeof import("re2js")>("re2js");

/**
 * Compiles a regular expression of a user: RE2's syntax, as Go has it, in time that is linear in the text. Throws an
 * Error with Go's words: ``error parsing regexp: missing closing ): `(` ``.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const expression = re2js().RE2JS.compile(pattern);
  return (text) => expression.test(text);
}

/** What is wrong with a regular expression, in Go's words; undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  const { RE2JS, RE2JSSyntaxException } = re2js();
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return problemText(error.message);
    throw error;
  }
}

/** Go always quotes a piece of the expression, even an empty one. */
function problemText(message: string): string {
  return message.endsWith("`") ? message : `${message}: \`\``;
}
