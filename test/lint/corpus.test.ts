import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../src/go-yaml/read-yaml.ts";
import { lintText } from "./lint-text.ts";
import { manifestsOf, type SetUp } from "./set-up.ts";

const FOLDER = new URL("corpus/", import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"));
const read = (file: string): SetUp[] =>
  parseYaml(readFileSync(new URL(file, FOLDER), "utf8")) as unknown as SetUp[];

describe.each(FILES)("%s", (file) => {
  test.each(read(file))("$name", async (setUp) => {
    const { findings } = await lintText(manifestsOf(setUp));
    expect(findings.map(({ rule }) => rule).sort()).toEqual(setUp.finds);
    if (setUp.at !== undefined) expect(findings[0]?.path).toBe(setUp.at);
  });
});

test("at least 40 defects are planted, and as many rules as there are are sound", () => {
  const all = FILES.flatMap(read);
  expect(all.filter(({ finds }) => finds.length > 0).length).toBeGreaterThanOrEqual(40);
  expect(all.filter(({ finds }) => finds.length === 0).length).toBeGreaterThanOrEqual(30);
});
