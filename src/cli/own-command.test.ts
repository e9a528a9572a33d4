import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";
import { ownCommand } from "./own-command.ts";

const base = realpathSync(folderForTests());

const checkout = join(base, "checkout");
const program = join(checkout, "dist/cli/main.js");
const links = join(checkout, "node_modules/.bin");
const global = join(base, "global/bin");
const foreign = join(base, "foreign/bin");
const project = join(base, "project/deep");
write(program);
write(join(foreign, "sallyport"));
link(join(links, "sallyport"));
link(join(global, "sallyport"));
link(join(base, "project/node_modules/.bin/sallyport"));
mkdirSync(project);

function write(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
}

function link(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(program, file);
}

test.each([
  ["npx --no sallyport", "a checkout", checkout, "/usr/bin"],
  ["npx --no sallyport", "a folder of a checkout", join(checkout, "docs"), "/usr/bin"],
  ["npx --no sallyport", "a checkout, under npm", checkout, links],
  ["npx --no sallyport", "a project that has it installed", project, foreign],
  ["sallyport", "any folder, with the package on the PATH", base, ["", foreign, global].join(delimiter)],
  [`node ${program}`, "another folder", base, foreign],
])("ownCommand is %s in %s", (command, _where, folder, path) => {
  expect(ownCommand(folder, path, checkout)).toBe(command);
});
