import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GROUPS } from "../../site/groups.mjs";

test("each page of docs/ has one place in the navigation of the site", () => {
  const folder = join(import.meta.dirname, "../../docs");
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  expect(Object.values(GROUPS).flat().sort()).toEqual(
    pages.map((name) => name.slice(0, -".md".length)).sort(),
  );
});
