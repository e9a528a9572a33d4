import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = dirname(dirname(import.meta.dirname));
const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).map(
  (name) => `src/${name}`,
);
const named = [...new Set(page.match(/[\w-][\w./-]*\.ts\b/g))];

test("docs/architecture.md names many files", () => {
  expect(named.length).toBeGreaterThan(50);
});

test("docs/architecture.md names only files that are there", () => {
  expect(named.filter((name) => !sources.some((source) => source.endsWith(`/${name}`)))).toEqual([]);
});
