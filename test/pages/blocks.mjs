// The fenced blocks of a page: commands, their output, and files.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FENCED = /^( *)```(\w+)\n([\s\S]*?)\n *```$/gm;

/** All pages in git; the packages of this machine are not included. */
export function pagesWithCommands(root) {
  const { stdout } = spawnSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" });
  return stdout.split("\n").filter((page) => page !== "" && blocksOfPage(root, page).commands.length > 0);
}

/** `files`: blocks whose first line is a comment with a name. `commands`: with the lines of the text block behind each. */
export function blocksOfPage(root, page) {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(FENCED)].map(([, indent, language, code], i, all) => ({
    place: `${page}:${text.slice(0, all?.[i]?.index).split("\n").length}`,
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
  return {
    files: blocks.flatMap(({ code }) => {
      const name = /^(?:#|\/\/) (\S+\.\w+)$/.exec(code.split("\n", 1)[0])?.[1];
      return name === undefined ? [] : [{ name, code: `${code}\n` }];
    }),
    commands: blocks.flatMap((block, i) => {
      if (block.language !== "sh") return [];
      const after = blocks[i + 1];
      const printed =
        after?.language === "text" ? after.code.split("\n").filter((line) => line.trim() !== "") : [];
      return [{ ...block, printed }];
    }),
  };
}
