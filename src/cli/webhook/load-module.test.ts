import { mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { loadModule } from "./load-module.ts";

const project = realpathSync(folderForTests());

const write = (name: string, text: string): string => {
  const file = join(project, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

test("loadModule joins TypeScript with esbuild; a package may import itself by its name", async () => {
  const esbuild = dirname(createRequire(import.meta.url).resolve("esbuild/package.json"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(esbuild, join(project, "node_modules/esbuild"));
  write("package.json", JSON.stringify({ name: "@own/hooks", exports: { "./team": "./team.mjs" } }));
  write("team.mjs", 'export const team = "a";');
  write("src/name.ts", "export const name: string = 'web';");
  const file = write(
    "src/hooks.ts",
    "import { team } from '@own/hooks/team'; import { name } from './name.ts'; export const both: string = name + team;",
  );
  for (const _ of [1, 2]) {
    const { exports, files } = await loadModule(file);
    expect(exports).toMatchObject({ both: "weba" });
    expect(files).toEqual(expect.arrayContaining([file, join(project, "src/name.ts")]));
  }
  // The project has moved since.
  const links = join(project, "node_modules/.cache/sallyport/node_modules/@own");
  rmSync(join(links, "hooks"));
  symlinkSync(join(project, "gone"), join(links, "hooks"));
  expect((await loadModule(file)).exports).toMatchObject({ both: "weba" });
  expect(readdirSync(links)).toEqual(["hooks"]);
});

test("a program without exports does not run: the files that it imports are named", async () => {
  const main = write("src/main.ts", "import { name } from './name.ts'; throw new Error(name);");
  await expect(loadModule(main)).rejects.toThrow(
    `${main} exports nothing: name the file that exports the webhooks: it imports src/name.ts`,
  );
  const program = write("src/program.ts", "process.exit(3);");
  await expect(loadModule(program)).rejects.toThrow(/exports the webhooks$/);
  const star = write("src/star.ts", "export * from 'node:path';");
  expect((await loadModule(star)).exports).toHaveProperty("join");
});

test("what a module throws while it is loaded is told with its line", async () => {
  const joined = write(
    "src/throws.ts",
    "const text: string = 'boom';\n\nthrow new Error(text);\nexport const a = 1;",
  );
  await expect(loadModule(joined)).rejects.toThrow(`${joined}:3: boom`);
  const missing = write("src/missing.ts", "import 'no-such-package'; export const a = 1;");
  await expect(loadModule(missing)).rejects.toThrow(/^Cannot find package 'no-such-package'/);
});
