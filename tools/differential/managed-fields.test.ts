import { expect, test } from "vitest";
import { withSortedManagers } from "./managed-fields.ts";

test("withSortedManagers sorts the entries of a list in YAML", () => {
  const entries = ["  - manager: b\n    time: x\n", "  - manager: a\n"];
  const text = (list: readonly string[]): string =>
    `metadata:\n  managedFields:\n${list.join("")}  name: n\n`;
  expect(withSortedManagers(text(entries))).toBe(text([...entries].reverse()));
});

test("withSortedManagers sorts the entries of a list in JSON that a message quotes", () => {
  const entries = [
    { manager: "b", fieldsV1: { 'k:{"type":"x"}': {}, "f:a": {} } },
    { manager: "a", fieldsV1: { "f:items": {} } },
  ];
  const text = (managedFields: readonly object[]): string =>
    `Invalid value: ${JSON.stringify(JSON.stringify({ managedFields, name: "n" }))}: wrong`;
  expect(withSortedManagers(text(entries))).toBe(text([...entries].reverse()));
  const cut = 'Invalid value: {"managedFields":[{"manager":"b"},{"man ...';
  expect(withSortedManagers(cut)).toBe(cut);
});
