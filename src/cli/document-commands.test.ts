import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { documentCommands } from "./document-commands.tool.ts";
import { program } from "./program.ts";

const PAGE = new URL("../../docs/commands.md", import.meta.url);

it("docs/commands.md is what the commands say of themselves (npm run update -- commands writes it)", async () => {
  await expect(documentCommands(program)).toMatchFileSnapshot(PAGE.pathname);
  expect(readFileSync(PAGE, "utf8")).toContain("| `--secure-port <port>` |");
});
