/** Words that cannot be identifiers in expressions. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const SIGNS: ReadonlyMap<string, string> = new Map([
  ["underscores", "__"],
  ["dot", "."],
  ["dash", "-"],
  ["slash", "/"],
]);

/**
 * Returns the name that expressions write as `escaped`; undefined if it is not an escaped name (apiserver,
 * pkg/cel/escaping.go).
 */
export function unescapeName(escaped: string): string | undefined {
  if (!escaped.includes("__")) return escaped;
  let known = true;
  const name = escaped.replace(/__([^_]+)__/g, (sequence, word: string) => {
    const whole = sequence.length === escaped.length;
    known &&= SIGNS.has(word) || (RESERVED_WORDS.has(word) && whole);
    return SIGNS.get(word) ?? word;
  });
  return known ? name : undefined;
}
