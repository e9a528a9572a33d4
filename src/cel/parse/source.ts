/** An error in an expression: `at` is an index into its code points, −1 if it has no place. */
export interface Issue {
  readonly at: number;
  readonly text: string;
}

/**
 * Highest number of reported errors in cel-go (NewErrors of its package common); its parser ends at the next
 * syntax error.
 */
const MAX_ISSUES = 100;
/** Longest line that is shown, in bytes (maxSnippetLength of cel-go). */
const MAX_SNIPPET = 16_384;

/**
 * Formats issues as the reference does: place, text, the line of the source and a caret below, in order of
 * place.
 */
export function issuesText(source: string, issues: readonly Issue[]): string {
  const points = Array.from(source);
  const texts = issues
    .slice(0, MAX_ISSUES)
    .sort((a, b) => a.at - b.at)
    .map((issue) => issueText(points, issue));
  const syntax = issues[MAX_ISSUES]?.text.startsWith("Syntax error") === true;
  const more = syntax ? 1 : issues.length - MAX_ISSUES;
  return (more > 0 ? [...texts, `${more} more errors were truncated`] : texts).join("\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII
const WIDE = /[^\x00-\x7f]/;

function issueText(points: readonly string[], { at, text }: Issue): string {
  if (at < 0) return `ERROR: <input>:-1:0: ${text}`;
  if (points.length === 0) return `ERROR: <input>:1:0: ${text}`;
  const before = points.slice(0, at);
  const line = before.filter((c) => c === "\n").length;
  const start = before.lastIndexOf("\n") + 1;
  const end = points.indexOf("\n", start);
  const snippet = points.slice(start, end < 0 ? undefined : end);
  const head = `ERROR: <input>:${line + 1}:${at - start + 1}: ${text}`;
  if (Buffer.byteLength(snippet.join("")) > MAX_SNIPPET) return head;
  const dots = snippet.slice(0, at - start).map((c) => (WIDE.test(c) ? "．" : "."));
  const missing = Math.max(0, at - start - snippet.length);
  const caret = WIDE.test(points[at] ?? "") ? "＾" : "^";
  const shown = snippet.join("").replaceAll("\t", " ");
  return `${head}\n | ${shown}\n | ${dots.join("")}${".".repeat(missing)}${caret}`;
}
