import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  complaintsAbout,
  neighbourComplaints,
  pageComplaints,
} from "../../scripts/check/parts/module-pages.mjs";
import { folderForTest } from "../tools/scratch-folder.tool.ts";

const complaints = (text: string): string[] => complaintsAbout("page", text, import.meta.dirname);

test("a page may name files and folders that exist", () => {
  expect(
    complaints("`run-limit.test.ts`, [one](../process/run-limit.test.ts#a), `../process/`, `npm run x`"),
  ).toEqual([]);
});

test("a page may name other sites, its own headings and places that depend on a name", () => {
  expect(
    complaints("[one](https://example.com/a.md), [two](#rules), `<kind>/validate.ts`, `list.items`"),
  ).toEqual([]);
});

test("names each path that does not exist, with its line", () => {
  expect(complaints("A\n`none.ts` and [a page](../none.md)\n`none/`, `free-port.test.ts/`")).toEqual([
    "page:2: there is no ../none.md",
    "page:2: there is no none.ts",
    "page:3: there is no none/",
    "page:3: there is no free-port.test.ts/",
  ]);
});

test("a page has at most 50 lines", () => {
  expect(complaints("x\n".repeat(50))).toEqual([]);
  expect(complaints("x\n".repeat(51))).toEqual(["page: 51 lines, more than 50"]);
});

test("a page names the callers and the imports of its module", () => {
  const allowed = { low: [], mid: ["low"], high: ["mid", "low"] };
  const about = (module: string, section: string) =>
    neighbourComplaints("page", `## Callers and imports\n\n${section}\n\n## Rules\n`, module, allowed);
  expect(
    about(
      "mid",
      "Programs and `high` (`../high/`) call this module. It may import\n`low`, and nothing of\n`high`.",
    ),
  ).toEqual([]);
  expect(about("low", "All modules except `other` call this one. It imports no other module.")).toEqual([]);
  expect(about("mid", "`low` calls this module. It may import `high`.")).toEqual([
    "page: high is missing among its callers",
    "page: low is not among its callers",
    "page: low is missing among its imports",
    "page: high is not among its imports",
  ]);
});

test("a module without a page is a complaint", () => {
  const root = folderForTest();
  mkdirSync(join(root, "src/storage"), { recursive: true });
  mkdirSync(join(root, "test"));
  writeFileSync(join(root, "test/README.md"), "# Tests\n");
  expect(pageComplaints({}, root).map((text) => text.replace(/ is missing.*/, ""))).toEqual([
    "src/storage/README.md",
    "bench/README.md",
    "scripts/README.md",
    "console/README.md",
    "tools/differential/README.md",
    "tools/versions/README.md",
  ]);
});
