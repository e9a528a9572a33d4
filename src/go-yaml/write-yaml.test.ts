import { expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { writeYaml, yamlParts } from "./write-yaml.ts";

/** Values, and the results of JSONToYAML of sigs.k8s.io/yaml 1.6.0. */
const CASES: readonly (readonly [what: string, value: Json, text: string])[] = [
  [
    "lists under a key are not indented",
    { k: ["a", ["b", { c: [] }], {}] },
    "k:\n- a\n- - b\n  - c: []\n- {}\n",
  ],
  [
    "long whole numbers have the digits of JSON",
    [56575256272305752, 10774643760770836000, 12345678901234567890n],
    "- 56575256272305750\n- 10774643760770836000\n- 12345678901234567890\n",
  ],
  ["all is escaped behind a byte order mark", ["\ufeff1.0 a"], '- "\\uFEFF\\x31\\x2E\\x30\\x20\\x61"\n'],
  ["numbers in keys count", { a10: 1, a2: 2, b: 0, a: 3 }, "a: 3\na2: 2\na10: 1\nb: 0\n"],
  ["letters stand behind digits and marks", { a: 1, "1": 2, ".": 3 }, '.: 3\n"1": 2\na: 1\n'],
  [
    "words of YAML 1.1 are quoted",
    ["y", "NO", "on", "null", "~", ""],
    '- "y"\n- "NO"\n- "on"\n- "null"\n- "~"\n- ""\n',
  ],
  [
    "numbers are quoted",
    ["1", "0x1F", "1_000", "08", ".5", ".5_0", "1e3", "1:30", "-.inf"],
    '- "1"\n- "0x1F"\n- "1_000"\n- "08"\n- ".5"\n- ".5_0"\n- "1e3"\n- "1:30"\n- "-.inf"\n',
  ],
  ["what is no number is not", [".", "1.2.3", "0x", "09:99", "<<"], "- .\n- 1.2.3\n- 0x\n- 09:99\n- <<\n"],
  [
    "dates are quoted, when there is such a day",
    ["2020-01-02", "2020-02-30", "2020-01-02T03:04:05Z", "2020-01-02T03:04"],
    '- "2020-01-02"\n- 2020-02-30\n- "2020-01-02T03:04:05Z"\n- 2020-01-02T03:04\n',
  ],
  [
    "marks of YAML",
    ["- a", "a: b", "a #b", "*", "it's", ": x"],
    "- '- a'\n- 'a: b'\n- 'a #b'\n- '*'\n- it's\n- ': x'\n",
  ],
  [
    "characters without a form",
    ["a\tb", "\u{1f600}", "\u0001", "\u00a0"],
    '- "a\\tb"\n- "\\U0001F600"\n- "\\x01"\n- \u00a0\n',
  ],
  [
    "lines",
    { a: "x\ny\n", b: "x\n\n", c: " x\ny", d: "x \ny" },
    'a: |\n  x\n  y\nb: |+\n  x\n\nc: |2-\n   x\n  y\nd: "x \\ny"\n',
  ],
  ["keys with lines", { "? y\n": [1, { a: 1 }] }, "? |\n  ? y\n: - 1\n  - a: 1\n"],
  ["long keys", { ["k".repeat(129)]: 1 }, `? ${"k".repeat(129)}\n: 1\n`],
  [
    "floats as %g",
    [1.5, 1e-7, 123456789.5, 1e19, 1e20],
    "- 1.5\n- 1e-07\n- 1.234567895e+08\n- 10000000000000000000\n- 1e+20\n",
  ],
  ["no container", "text", "text\n"],
];

test.each(CASES)("writeYaml: %s", (_what, value, text) => {
  expect(writeYaml(value)).toBe(text);
});

test("writeYaml breaks lines at the first space behind 80 characters, keys excepted", () => {
  const words = "word ".repeat(20).trim();
  const folded = `${"word ".repeat(15)}word\n  word word word word`;
  expect(writeYaml({ a: words })).toBe(`a: ${folded}\n`);
  expect(writeYaml({ a: `${words}:` })).toBe(`a: '${folded}:'\n`);
  expect(writeYaml({ [words]: 1 })).toBe(`${words}: 1\n`);
});

test("writeYaml needs no call stack for depth", () => {
  let deep: Json = [];
  for (let level = 0; level < 10_000; level++) deep = [deep];
  expect(writeYaml(deep)).toBe(`${"- ".repeat(10_000)}[]\n`);
});

test("what is long comes in parts", () => {
  const value = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, { a: [i, "x y"] }]));
  const parts = [...yamlParts(value)];
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.join("")).toBe(writeYaml(value));
  expect(writeYaml(value).split("\n")).toHaveLength(4 * 20_000 + 1);
});
