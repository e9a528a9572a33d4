/**
 * Returns a text that everything contains that fits a pattern in RE2's syntax: its longest part of plain characters outside
 * groups. Empty if it has none, if it has alternatives, or if it ignores case.
 */
export function literalIn(pattern: string): string {
  let longest = "";
  let run = "";
  let depth = 0;
  const end = (last: string): void => {
    if (last.length > longest.length) longest = last;
    run = "";
  };
  if (pattern.includes("(?i")) return "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === "\\") at++;
    if (char === "[") at = classEnd(pattern, at);
    if (char === "{") at = Math.max(at, pattern.indexOf("}", at));
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (depth > 0) end(run);
    else if (char === "|") return "";
    else if (char === "?" || char === "*" || char === "{") end(run.slice(0, -1));
    else if (PLAIN.test(char)) run += char;
    else if (char === "\\" && !/\w/.test(pattern.charAt(at))) run += pattern.charAt(at);
    else end(run);
  }
  end(run);
  return longest;
}

/** A character that stands for itself. */
const PLAIN = /[^\\[()+.^$]/;

/** Position of the bracket that closes a class of characters. */
function classEnd(pattern: string, from: number): number {
  let at = from + (pattern[from + 1] === "^" ? 2 : 1);
  // A bracket at the beginning is a member.
  do at += pattern[at] === "\\" ? 2 : 1;
  while (at < pattern.length && pattern[at] !== "]");
  return at;
}
