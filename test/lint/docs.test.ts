import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lintPaths } from "../../src/cli/lint/lint.ts";
import { RULES } from "../../src/lint/rules/index.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";
import { lintText } from "./lint-text.ts";

const PAGE = readFileSync(new URL("../../docs/lint.md", import.meta.url), "utf8");
const folder = folderForTests();

interface Entry {
  readonly id: string;
  readonly severity: string;
  readonly manifests: readonly string[];
}

/** The pages of the groups, in the order of their table. */
const GROUPS = [...PAGE.matchAll(/^\| \[[^\]]+\]\((lint-[a-z-]+\.md)\) \| (.*) \|$/gm)].map(
  ([, file = "", rules = ""]) => ({
    text: readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8"),
    rules,
  }),
);
const ENTRIES: readonly Entry[] = GROUPS.flatMap(({ text }) => text.split(/^## /m))
  .filter((section) => section.startsWith("`"))
  .map((section) => ({
    id: section.slice(1, section.indexOf("`", 1)),
    severity: /\n\n(error|warning|info)\b/.exec(section)?.[1] ?? "",
    manifests: [...section.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = ""]) => text),
  }));
/** Found by reading files, connecting to servers and calling webhooks, not in manifests. */
const WITHOUT_MANIFESTS = [
  "unreadable",
  "unreachable",
  "unusable-answer",
  "not-idempotent",
  "changes-identity",
  "order-dependent",
  "no-convergence",
  "unsafe-dry-run",
];

test("the table names the rules of each page", () => {
  expect(GROUPS.map(({ rules }) => rules)).toEqual(
    GROUPS.map(({ text }) => [...text.matchAll(/^## (`[^`]+`)$/gm)].map(([, id]) => id).join(", ")),
  );
});

test("the pages have an entry for each rule, in their order, with its severity", () => {
  expect(ENTRIES.map(({ id, severity }) => `${id} ${severity}`)).toEqual(
    RULES.map(({ id, severity }) => `${id} ${severity}`),
  );
});

describe.each(ENTRIES.filter(({ id }) => !WITHOUT_MANIFESTS.includes(id)))("$id", ({ id, manifests }) => {
  test("is found in the first manifest, not in the second, which has no errors", async () => {
    const [bad = "", good = ""] = manifests;
    expect((await lintText(bad)).findings.map(({ rule }) => rule)).toContain(id);
    const left = (await lintText(good)).findings;
    expect(left.filter(({ rule, severity }) => rule === id || severity === "error")).toEqual([]);
  });
});

test("the example prints what the page says", async () => {
  const [, yaml = ""] = /^```yaml\n(# hooks\.yaml\n.*?)^```/ms.exec(PAGE) ?? [];
  const [, says = ""] = /^```text\n(.*?)^```/ms.exec(PAGE) ?? [];
  const file = join(folder, "hooks.yaml");
  writeFileSync(file, yaml);
  const { text, failed } = await lintPaths([file], {
    service: [],
    failOn: "error",
    output: "text",
    color: "never",
  });
  expect(text.replaceAll(file, "hooks.yaml")).toBe(says);
  expect(failed).toBe(true);
});
