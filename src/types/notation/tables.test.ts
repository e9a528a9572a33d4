import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allTableNames } from "./tables.ts";

const TABLES = join(import.meta.dirname, "../tables");

test("allTableNames are those of all files of fields", () => {
  const names = readdirSync(TABLES).flatMap((group) =>
    readdirSync(join(TABLES, group))
      .filter((file) => !file.endsWith("-types.ts"))
      .map((file) => `${group}/${file.replace(/\.ts$/, "")}`),
  );
  expect(names.sort()).toEqual([...allTableNames()].sort());
});
