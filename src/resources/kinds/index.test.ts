import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const KINDS = import.meta.dirname;
const groups = folders(KINDS).filter((name) => name !== "shared");

test("builtinGroups has every group that has kinds", () => {
  const index = readFileSync(join(KINDS, "index.ts"), "utf8");
  const imported = groups.filter((name) => index.includes(`from "./${name}/group.ts"`));
  expect(imported).toEqual(groups);
});

test.each(groups)("group %s has every kind", (group) => {
  const text = readFileSync(join(KINDS, group, "group.ts"), "utf8");
  const kinds = folders(join(KINDS, group)).filter((name) => name !== "shared");
  expect(kinds.filter((kind) => !text.includes(`from "./${kind}/definition.ts"`))).toEqual([]);
});
