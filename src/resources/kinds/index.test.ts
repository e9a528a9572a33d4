import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tableNames } from "../../types/notation/tables.ts";

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const files = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Groups that have only types, and no resources. */
const withoutKinds = ["apidiscovery", "meta"];

const KINDS = import.meta.dirname;
const groups = folders(KINDS).filter((name) => name !== "shared");

test("builtinGroups has every group that has kinds", () => {
  const index = readFileSync(join(KINDS, "index.ts"), "utf8");
  const imported = groups.filter((name) => index.includes(`from "./${name}/group.ts"`));
  expect(imported.concat(withoutKinds).sort()).toEqual(groups);
});

test.each(groups.filter((name) => !withoutKinds.includes(name)))("group %s has every kind", (group) => {
  const text = readFileSync(join(KINDS, group, "group.ts"), "utf8");
  const kinds = folders(join(KINDS, group)).filter((name) => name !== "fields" && name !== "shared");
  expect(kinds.filter((kind) => !text.includes(`from "./${kind}/definition.ts"`))).toEqual([]);
});

test("tableNames are those of all files of fields", () => {
  const names = groups.flatMap((group) =>
    files(join(KINDS, group, "fields"))
      .filter((file) => !file.endsWith("-types.ts"))
      .map((file) => `${group}/${file.replace(/\.ts$/, "")}`),
  );
  expect(names.sort()).toEqual([...tableNames()].sort());
});
