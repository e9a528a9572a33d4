import { expect, test } from "vitest";
import { changesOf } from "./facts.ts";
import { type Comparison, openChanges, workList } from "./work-list.ts";

const changes = changesOf(
  "fields",
  new Map([
    ["A.gone", "string"],
    ["A.same", "string"],
    ["A.changed", "integer"],
  ]),
  new Map([
    ["A.same", "string"],
    ["A.changed", "string"],
    ["B.new", "boolean"],
  ]),
);

const comparison: Comparison = {
  before: "1.37.2",
  after: "1.38.0",
  seconds: 3,
  topics: [
    { name: "fields", changes },
    { name: "CEL", note: "not compared", changes: [] },
  ],
};

test("facts of two versions give the changes between them, by name", () => {
  expect(changes).toEqual([
    { topic: "fields", name: "A.changed", before: "integer", after: "string" },
    { topic: "fields", name: "A.gone", before: "string", after: undefined },
    { topic: "fields", name: "B.new", before: undefined, after: "boolean" },
  ]);
});

test("without a file, all changes are open", () => {
  expect(workList(comparison, {})).toBe(`# From Kubernetes 1.37.2 to 1.38.0

3 changes, 3 open. The comparison took 3 seconds.

## fields: 3 changes, 3 open

- [ ] \`A.changed\`: integer → string
- [ ] \`A.gone\`: gone: string
- [ ] \`B.new\`: new: boolean

## CEL: no changes

not compared
`);
});

test("an entry of the file is done or has a reason, by a name with placeholders", () => {
  const done = { fields: { "A.c*d": "done", "*.new": "alpha" } };
  expect(openChanges(comparison, done)).toBe(1);
  expect(workList(comparison, done)).toContain("- [x] `B.new`: new: boolean (alpha)");
  expect(
    openChanges(comparison, { fields: { "A.changed.*": "done", "A*A.gone": "done" }, CEL: { "*": "done" } }),
  ).toBe(3);
});

test("long values are shown from where they differ", () => {
  const text = (end: string): string => `${"x".repeat(600)}${end}`;
  const [change] = changesOf("flags", new Map([["--a", text("old")]]), new Map([["--a", text("new")]]));
  const list = workList({ ...comparison, topics: [{ name: "flags", changes: change ? [change] : [] }] }, {});
  expect(list).toContain("`--a`: …xxxx");
  expect(list).toMatch(/x{40}old → …x{40}new\n/);
});

test("parts of a new type, and values that changed in the same way, are one entry", () => {
  const items = (type: string, isNew: boolean): string =>
    JSON.stringify(isNew ? { items: type } : { items: { default: {}, ref: type } });
  const changes = changesOf(
    "fields",
    new Map([
      ["core.v1.A.items", items("core.v1.One", false)],
      ["core.v1.B.items", items("core.v1.Two", false)],
    ]),
    new Map([
      ["core.v1.A.items", items("core.v1.One", true)],
      ["core.v1.B.items", items("core.v1.Two", true)],
      ["core.v1.C", "object"],
      ["core.v1.C.name", "string"],
      ["core.v1.Cat", "object"],
    ]),
  );
  const list = workList({ ...comparison, topics: [{ name: "fields", changes }] }, {});
  expect(list.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    expect.stringMatching(/^- \[ \] `core.v1.A.items`: .*; the same for `core.v1.B.items`$/),
    "- [ ] `core.v1.C`: new: object; the same for `core.v1.C.name`",
    "- [ ] `core.v1.Cat`: new: object",
  ]);
});
