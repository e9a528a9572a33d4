import type { AnswerDifference } from "../../../scripts/compare/parts/replay.mjs";
import type { Json } from "../../../src/json/value.ts";

/**
 * Returns what differs, without what two answers with the same cause need not have in common: numbers in paths, the
 * equal beginning and end of texts, and names of versions of objects. `message: "must be set" → ""`.
 */
export function differencesText(differences: readonly AnswerDifference[]): string {
  return [...new Set(differences.map(differenceText))].join("; ");
}

function differenceText({ path, expected, got }: AnswerDifference): string {
  const place = path
    .replaceAll(/\/\d+(?=\/|$)/g, "/#")
    .split("/")
    .slice(-2)
    .join("/");
  if (typeof expected === "string" && typeof got === "string") {
    const [before, after] = changedWords(expected, got);
    return `${path.endsWith("/message") ? "message" : place}: ${quoted(before)} → ${quoted(after)}`;
  }
  return `${place}: ${quoted(expected)} → ${quoted(got)}`;
}

/** Returns two texts without the words that both begin with or end with. */
function changedWords(before: string, after: string): readonly [string, string] {
  const [some, others] = [wordsOf(before), wordsOf(after)];
  const most = Math.min(some.length, others.length);
  let first = 0;
  while (first < most && some[first] === others[first]) first++;
  let last = 0;
  while (last < most - first && some.at(-1 - last) === others.at(-1 - last)) last++;
  const middle = (words: readonly string[]): string => words.slice(first, words.length - last).join("");
  return [middle(some), middle(others)];
}

/** Words, each with the space before it. */
const wordsOf = (text: string): readonly string[] => text.split(/(?=\s)/);

const quoted = (value: Json | undefined): string =>
  value === undefined ? "nothing" : JSON.stringify(value).replaceAll(/\{rv:[^}]*\}/g, "{rv}");
