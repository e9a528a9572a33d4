import { compileRe2, isRe2Error } from "../go/re2.ts";

/**
 * Compiles a regular expression of a user: RE2's syntax, as in Go. A match takes time that is linear in the
 * text. Throws an Error with Go's words: ``error parsing regexp: missing closing ): `(` ``.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const expression = compileRe2(pattern);
  return (text) => expression.test(text);
}

/** Compiles in the same way. A match returns the text that fits and those of the groups; undefined if nothing fits. */
export function compileGroups(pattern: string): (text: string) => string[] | undefined {
  const expression = compileRe2(pattern);
  return (text) => {
    const matcher = expression.matcher(text);
    if (!matcher.find()) return undefined;
    return Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? "");
  };
}

/** Problem of a regular expression, in Go's words; undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compileRe2(pattern);
    return undefined;
  } catch (error) {
    if (isRe2Error(error)) return problemText(error.message);
    throw error;
  }
}

/** Go always quotes a part of the expression, even an empty one. */
const problemText = (message: string): string => (message.endsWith("`") ? message : `${message}: \`\``);
