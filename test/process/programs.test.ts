import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};
/** Programs that the scripts of package.json run, without those that npm runs before others. */
const programs = new Set(
  Object.entries(scripts)
    .filter(([name]) => !name.startsWith("pre"))
    .flatMap(([, command]) => [...command.matchAll(/node (\S+\.mjs)/g)].map(([, path = ""]) => path)),
);

const run = (path: string, flag: string) =>
  spawnSync(process.execPath, [join(ROOT, path), flag], { encoding: "utf8" });

test("every program says what it does when it is asked for help", () => {
  expect(programs.size).toBeGreaterThan(20);
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
