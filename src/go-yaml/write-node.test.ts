import { expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { writeNode } from "./write-node.ts";

/** Nodes, and the texts that go.yaml.in/yaml/v3 writes for them. */
const WRITTEN: readonly (readonly [Json, string])[] = [
  ["map", "map\n"],
  ["true", '"true"\n'],
  [true, "true\n"],
  [[], "[]\n"],
  [{ group: "", version: "v1", kind: "Pod" }, 'group: ""\nversion: v1\nkind: Pod\n'],
  [["name", "type"], "- name\n- type\n"],
  [
    [
      { kind: "A", group: "a" },
      { kind: "B", group: "b" },
    ],
    "- kind: A\n  group: a\n- kind: B\n  group: b\n",
  ],
  [{ b: ["x", { d: { e: 1 }, c: null }] }, "b:\n    - x\n    - d:\n        e: 1\n      c: null\n"],
  [[{ rule: "a\nb" }], "- rule: |-\n    a\n    b\n"],
  [{ a: "word ".repeat(30).trim() }, `a: ${"word ".repeat(30).trim()}\n`],
];

test.each(WRITTEN)("writeNode(%j)", (value, text) => {
  expect(writeNode(value)).toBe(text);
});
