import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { VERBS } from "../../scripts/parts/verb-table.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Programs of the named commands, without those that npm installs. */
const programs = new Set(
  Object.values(VERBS)
    .flatMap((table) => Object.values(table))
    .flatMap(({ steps }) => steps.map(([, path = ""]) => path))
    .filter((path) => path.endsWith(".mjs") && !path.startsWith("node_modules/")),
);

const run = (path: string, flag: string) =>
  spawnSync(process.execPath, [join(ROOT, path), flag], { encoding: "utf8" });

test("every program says what it does when it is asked for help", () => {
  expect(programs.size).toBeGreaterThan(30);
  for (const path of programs)
    expect(readFileSync(join(ROOT, path), "utf8"), path).toMatch(/read-flags\.mjs|help:/);
  const { status, stdout } = run("scripts/compare/differential.mjs", "--help");
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^npm run compare -- differential \[--minutes N\]/),
  ]);
});

test("a flag that a program does not know is answered with those that it knows", () => {
  const { status, stderr } = run("scripts/compare/golden.mjs", "--nonsense");
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--nonsense'[\s\S]*npm run compare -- golden \[--golden DIR\]/);
});
