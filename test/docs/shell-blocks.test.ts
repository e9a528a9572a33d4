import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { blocksOf, looseCommandsOf, pagesOf, zshComplaints } from "../parts/shell-blocks.ts";

const ROOT = dirname(dirname(import.meta.dirname));
const pages = pagesOf(ROOT);
const blocks = pages.flatMap((page) => blocksOf(ROOT, page));

/** Errors of a shell that only parses a text. */
const parse = (shell: readonly string[], code: string): string => {
  const [program = "", ...flags] = shell;
  const { stderr } = spawnSync(program, [...flags, "-n"], { input: code, encoding: "utf8" });
  return stderr;
};
const hasZsh = spawnSync("zsh", ["--version"]).status === 0;

test("there are pages with commands", () => {
  expect(blocks.length).toBeGreaterThan(15);
});

test("commands stand in fenced blocks, where they are checked", () => {
  expect(pages.flatMap((page) => looseCommandsOf(ROOT, page))).toEqual([]);
});

describe.each(blocks)("the commands at $place", ({ code }) => {
  test("are read by bash", () => {
    expect(parse(["bash", "--norc"], code)).toBe("");
  });

  test.skipIf(!hasZsh)("are read by zsh (skipped where there is none)", () => {
    expect(parse(["zsh", "-f", "-o", "nointeractivecomments"], code)).toBe("");
  });

  test("have nothing that an interactive zsh takes otherwise", () => {
    const complaints = code
      .split("\n")
      .flatMap((line) => zshComplaints(line).map((what) => `${what}: ${line}`));
    expect(complaints).toEqual([]);
  });
});

test.each([
  ["npm start # now", "a comment"],
  ["echo `date`", "a backtick"],
  ["curl http://a/b?c=d", "an unquoted ? or *"],
  ["ls *.yaml", "an unquoted ? or *"],
  ["npm test a[0]", "an unquoted ["],
  ["test a =b", "a word that begins with ="],
  ["echo !x", "a ! before a word"],
  ['echo "x!y"', "a ! before a word"],
  ["npm install <path of this folder>", "a placeholder in angle brackets"],
])("zshComplaints finds what is wrong with: %s", (line, what) => {
  expect(zshComplaints(line)).toEqual([what]);
});

test.each([
  "curl 'http://a/b?c=d' | grep \"a*[b]\"",
  "webhooks=$!",
  'while kill -0 $x && [ -z "$(cat a 2>/dev/null)" ]; do sleep 1; done',
  "kubectl apply -f - < a.yaml > b.yaml",
  "export A=b#c",
])("zshComplaints finds nothing wrong with: %s", (line) => {
  expect(zshComplaints(line)).toEqual([]);
});
