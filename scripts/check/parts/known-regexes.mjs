/** Functions that make expressions of a text that is their first argument: the text is checked where they are called. */
const MAKERS = { "src/api/validation/name-format.ts": { rule: (text) => `^${text}$` } };

/** By the name of the function. */
export const makersIn = (file) => MAKERS[file] ?? {};

/** Expressions about one line of a file in an editor, or the text before a position: at most 2,000 characters. */
const EDITOR = [
  ["completion.ts", String.raw`((?:[\w]+\.\??)*)(\w*)$`],
  ["diagnostics.ts", undefined],
  ["diagnostics.ts", String.raw`(?<=^\s*-\s+)("[^"]*"|'[^']*'|[^\s,[\]{}]+)`],
  [
    "server.ts",
    String.raw`^(\s*(?:-\s+)?.*?\b(?:expression|messageExpression|valueExpression|rule)"?:\s*)(.*)$`,
  ],
  ["server.ts", String.raw`[\w.?]*$`],
  [
    "fields.ts",
    String.raw`([\w.?]+)\.(?:all|exists|exists_one|existsOne|map|filter|transformList)\(\s*(\w+)\s*,`,
  ],
  ["server.ts", String.raw`[\w.-]*$`],
].map(([file, source]) => ({
  file: `src/cli/lsp/${file}`,
  source,
  reason: "the text has at most 2,000 characters (LONGEST_TEXT)",
}));

/** Expressions that recheck does not call linear, each with the reason for which it may stay. */
const ALLOWED = [
  {
    file: "src/api/validation/name-format.ts",
    source: undefined,
    reason: "the patterns are checked where `rule` is called",
  },
  ...EDITOR,
  ...[
    [
      "src/explain/steps/plain-words.ts",
      String.raw`json: cannot unmarshal (\S+) into Go value of type (struct \{[^}]*\}|[^;,]+)`,
    ],
    ["src/lint/expressions/evaluated.ts", 'composited variable "([^"]+)" fails to evaluate: '],
  ].map(([file, source]) => ({
    file,
    source,
    reason: "the error has at most 4,000 characters (LONGEST_MATCHED)",
  })),
  {
    file: "src/upgrade/requests/difference.ts",
    source: String.raw`(?:^|[ [])([a-z][A-Za-z0-9]*(?:[.[][A-Za-z0-9_\].[-]*)?): (?:Invalid|Required|Forbidden|Duplicate|Unsupported|Too |Not found|Internal)`,
    reason: "the message has at most 4,000 characters",
  },
  ...[
    String.raw`^([A-Za-z.0-9-]+) "(?:[^"\\]|\\.)*" is invalid: `,
    String.raw`^[a-z.0-9/]+ "(?:[^"\\]|\\.)*" is forbidden: `,
    String.raw`(Invalid value|Unsupported value|Duplicate value|Not found): (?:"(?:[^"\\]|\\.)*"|[^:"\s]+)`,
  ].map((source) => ({
    file: "src/upgrade/requests/message-without-values.ts",
    source,
    reason: "the message has at most 4,000 characters",
  })),
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
