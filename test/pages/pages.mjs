// node test/pages/pages.mjs [--shell bash,zsh] [--turns] [--only TEXT] [--dist DIR] [--verbose]
// Types the commands of all pages into a shell, page by page, each in a fresh copy of this checkout, and compares their
// output with the text of the page. The shells run at the same time. Each server gets its own port. Exit status 1 if a block
// fails. --turns: each page in one of the shells, by turns.
import { spawnSync } from "node:child_process";
import { readFlags } from "../../scripts/parts/read-flags.mjs";
import { ROOT } from "../../scripts/parts/shared.mjs";
import { blocksOfPage, pagesWithCommands } from "./blocks.mjs";
import { makeClone } from "./clone.mjs";
import { AFTER_A_SERVER, NOT_TYPED, TO_FAIL } from "./not-typed.mjs";
import { openTerminal } from "./terminal.mjs";

const text = { type: "string" };
const { values } = readFlags(import.meta.filename, {
  options: {
    shell: { ...text, default: "bash,zsh" },
    ...{ turns: { type: "boolean" }, only: text, dist: text, verbose: { type: "boolean" } },
  },
});
const wanted = values.shell.split(",");
const shells = wanted.filter((shell) => spawnSync(shell, ["-c", "true"]).status === 0);
for (const shell of wanted.filter((name) => !shells.includes(name)))
  console.log(`skipped: there is no ${shell} here`);

const hasKubectl = spawnSync("kubectl", ["version", "--client"]).error === undefined;

const total = { passed: 0, all: 0 };
const pages = pagesWithCommands(ROOT).filter((page) => page.includes(values.only ?? ""));
await Promise.all(
  shells.map(async (shell, turn) => {
    const own = values.turns ? pages.filter((_, i) => i % shells.length === turn) : pages;
    for (const page of own) await typePage(shell, page).catch((error) => fail(shell, page, error));
  }),
);
console.log(`pages: ${total.passed} of ${total.all} blocks`);
process.exitCode = total.passed === total.all ? 0 : 1;

async function typePage(shell, page) {
  const { files, commands } = blocksOfPage(ROOT, page);
  // A command that starts a server is run once.
  const typed = commands.filter(
    ({ code }, i) =>
      findEntry(NOT_TYPED, page, code) === undefined &&
      commands.findIndex((block) => block.code === code) === i,
  );
  if (typed.length === 0) return;
  if (!hasKubectl && typed.some(({ code }) => code.includes("kubectl"))) {
    console.log(`skipped: ${page} needs kubectl, and there is none here`);
    return;
  }
  const clone = makeClone(ROOT, values.dist);
  clone.write(files);
  const terminal = openTerminal(shell, clone);
  const began = performance.now();
  try {
    if (AFTER_A_SERVER.includes(page)) await terminal.typeAndStop("npx --no sallyport serve");
    for (const block of typed) await typeBlock(terminal, page, block);
  } finally {
    await terminal.close();
    clone.remove();
  }
  console.log(
    `${shell} ${page}: ${typed.length} blocks (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}

/** A shell that ended, or waits for ever: the other pages are typed all the same. */
function fail(shell, page, { message }) {
  total.all++;
  console.log(`WRONG ${shell} ${page}: ${message}`);
}

async function typeBlock(terminal, page, { place, code, printed }) {
  const { status, output } = await terminal.type(code);
  const missing = printed.filter((line) => !output.includes(line.trim()));
  const mayFail = findEntry(TO_FAIL, page, code) !== undefined;
  total.all++;
  if (missing.length === 0 && (status === 0) !== mayFail) total.passed++;
  else
    console.log(
      `WRONG ${place}: status ${status}\n${missing.map((line) => `missing: ${line}\n`).join("")}${output}`,
    );
  if (values.verbose) console.log(`${place}\n${code}\n--> ${status}\n${output}`);
}

function findEntry(table, page, code) {
  return table.find(([where, part]) => where === page && code.includes(part));
}
