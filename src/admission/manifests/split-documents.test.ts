import { expect, it } from "vitest";
import { splitDocuments } from "./split-documents.ts";

it.each([
  ["one document", "a: 1\n", [["a: 1", 0]]],
  [
    "two documents",
    "a: 1\n---\nb: 2\n",
    [
      ["a: 1", 0],
      ["b: 2", 2],
    ],
  ],
  ["a separator before everything", "---\na: 1\n", [["---\na: 1", 0]]],
  ["a separator behind everything", "a: 1\n---\n", [["a: 1", 0]]],
  [
    "nothing between separators",
    "a: 1\n---\n---\nb: 2",
    [
      ["a: 1", 0],
      ["---\nb: 2", 2],
    ],
  ],
  ["a comment behind a separator", "--- # first\na: 1\n", [["--- # first\na: 1", 0]]],
  ["dashes inside a line", "a: ---\n", [["a: ---", 0]]],
  ["blank lines before a document", "\n\n  \n---\n\n\na: 1\n", [["a: 1", 6]]],
  ["nothing", "", []],
])("splitDocuments finds %s as Go's reader does", (_name, text, expected) => {
  const documents = splitDocuments(text);
  expect(documents.map((one) => [one.text, one.linesBefore])).toEqual(expected);
});

it("splitDocuments refuses what stands behind a separator", () => {
  expect(() => splitDocuments("a: 1\n--- b: 2\n")).toThrow("invalid Yaml document separator: b: 2");
});
