/** Functions that make expressions of a text that is their first argument: the text is checked where they are called. */
const MAKERS = { "src/api/validation/name-format.ts": { rule: (text) => `^${text}$` } };

/** By the name of the function. */
export const makersIn = (file) => MAKERS[file] ?? {};

/** Expressions that recheck does not call linear, each with the reason for which it may stay. */
const ALLOWED = [
  {
    file: "src/api/validation/name-format.ts",
    source: undefined,
    reason: "the patterns are checked where `rule` is called",
  },
];

/** `has` marks what is used; `unused` are those that can go. */
export function allowedRegexes() {
  const used = new Set();
  const find = (file, source) => ALLOWED.find((entry) => entry.file === file && entry.source === source);
  return {
    has: (file, source) => {
      const entry = find(file, source);
      if (entry !== undefined) used.add(entry);
      return entry !== undefined;
    },
    unused: () => ALLOWED.filter((entry) => !used.has(entry)),
  };
}
