import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { explainCommand } from "../../src/cli/commands/explain.ts";
import { explain } from "../../src/cli/explain/explain.ts";
import type { ExplainFlags } from "../../src/cli/explain/explain-flags.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";

const PAGE = fileURLToPath(new URL("../../docs/explain.md", import.meta.url));
const folder = folderForTests();

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks: Block[] = [...readFileSync(PAGE, "utf8").matchAll(/^```(\w+)\n([\s\S]*?)\n```/gm)].map(
  ([, language = "", text = ""]) => ({ language, text }),
);

/** `# hooks.yaml` in the first line is its name; the lines are counted as they are. */
for (const { language, text } of blocks) {
  const [, name] = /^# (\S+\.yaml)$/m.exec(text.split("\n", 1)[0] ?? "") ?? [];
  if (language === "yaml" && name !== undefined) writeFileSync(join(folder, name), `${text}\n`);
}

/** Commands without an output behind them print generated names and times. */
const commands = blocks.flatMap(({ language, text }, index) => {
  const next = blocks[index + 1];
  return language === "sh" && text.startsWith("npx --no sallyport explain ") && next?.language === "text"
    ? [{ command: text, printed: next.text }]
    : [];
});

test.each(commands)("$command prints what the page says", async ({ command, printed }) => {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const parsed = explainCommand(explain).exitOverride();
    let text = "";
    parsed.action(async (requests: string[], flags: ExplainFlags) => {
      text = (await explain(requests, flags, {})).text;
    });
    const words = [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    await parsed.parseAsync(words.slice(4), { from: "user" });
    expect(text.trimEnd()).toBe(printed);
  } finally {
    process.chdir(before);
  }
});

test("there are commands", () => expect(commands.length).toBeGreaterThan(0));
