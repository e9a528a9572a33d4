import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Commands that a page shows, to be pasted into a terminal. */
export interface ShellBlock {
  /** `README.md:22`. */
  readonly place: string;
  readonly code: string;
}

/** A fenced block of a page. */
export interface FencedBlock extends ShellBlock {
  /** The word behind the first fence. */
  readonly language: string;
}

const FENCED = /^( *)```(\w+)\n([\s\S]*?)\n *```$/gm;
const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "shell", "console"]);
const COMMANDS = /^ {4}(?:npm|npx|node|kubectl|sallyport|helm|docker|go|export|cd|curl) .*$/gm;

/** All documentation pages, by their paths. */
export function pagesOf(root: string): string[] {
  const folders = ["docs", "examples", "deploy", "test"];
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
      .map((name) => `${folder}/${name}`),
  );
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...below];
}

/** Blocks in their order, without the indentation of lists. */
export const fencedBlocks = (root: string, page: string): FencedBlock[] =>
  matchesIn(root, page, FENCED).map(({ place, match: [, indent = "", language = "", text = ""] }) => ({
    place,
    language,
    code: text.replace(new RegExp(`^${indent}`, "gm"), ""),
  }));

/** Blocks that are files: their first line is a comment with their name, `# pod.yaml`. */
export const namedFiles = (root: string, page: string): { name: string; code: string }[] =>
  fencedBlocks(root, page).flatMap(({ code }) => {
    const [, name] = /^(?:#|\/\/) (\S+\.\w+)$/.exec(code.split("\n", 1)[0] ?? "") ?? [];
    return name === undefined ? [] : [{ name, code: `${code}\n` }];
  });

export const blocksOf = (root: string, page: string): ShellBlock[] =>
  fencedBlocks(root, page).filter(({ language }) => SHELLS.has(language));

/** Commands outside of fenced blocks, which no test checks. */
export const looseCommandsOf = (root: string, page: string): string[] =>
  matchesIn(root, page, COMMANDS).map(({ place, match }) => `${place}: ${match[0].trim()}`);

function matchesIn(
  root: string,
  page: string,
  pattern: RegExp,
): { place: string; match: RegExpMatchArray }[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(pattern)].map((match) => ({
    place: `${page}:${text.slice(0, match.index).split("\n").length}`,
    match,
  }));
}

const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./g;

/** Syntax that an interactive zsh interprets differently from a script, line by line. */
const FOREIGN: readonly (readonly [string, RegExp])[] = [
  ["a comment", /(?:^|\s)#/],
  ["a backtick", /`/],
  ["an unquoted ? or *", /[?*]/],
  ["an unquoted [", /\S\[|\[\S/],
  ["a word that begins with =", /(?:^|\s)=\S/],
  ["a ! before a word", /!(?=[^\s=])/],
  ["a placeholder in angle brackets", /<[A-Za-z][^|&;]*>/],
  ["an ellipsis", /…/],
];

/** What is wrong with a line that is typed or pasted into zsh. Between quotes only `!` in double ones counts. */
export function zshComplaints(line: string): string[] {
  const bare = line.replace(QUOTED, (text) => (text.startsWith('"') && text.includes("!") ? "!q" : "q"));
  return FOREIGN.filter(([, pattern]) => pattern.test(bare)).map(([what]) => what);
}
