import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { collect } from "../parts/server.ts";
import { fencedBlocks, pagesOf } from "../parts/shell-blocks.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, "node_modules/.cache/doc-examples");

interface Example {
  readonly place: string;
  readonly code: string;
}

/** Each block of code behind an `@example` in the source. */
function examplesIn(file: string): Example[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const blocks = [...text.matchAll(/@example\s*\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/g)];
  return blocks.map((block) => ({
    place: `${file}:${text.slice(0, block.index).split("\n").length}`,
    code: (block[1] as string).replace(/^\s*\* ?/gm, ""),
  }));
}

/** The TypeScript examples of a page. A block that imports nothing from this package continues the block before it. */
function examplesOn(page: string): Example[] {
  const examples: Example[] = [];
  for (const { place, code } of fencedBlocks(ROOT, page).filter(({ language }) => language === "ts")) {
    const before = / from "sallyport/.test(code) ? undefined : examples.pop();
    examples.push(before === undefined ? { place, code } : { ...before, code: `${before.code}\n${code}` });
  }
  return examples;
}

const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);
const inSources = sources.flatMap((name) => examplesIn(`src/${name}`));
const onPages = pagesOf(ROOT).flatMap(examplesOn);

const fileName = (place: string): string => place.replace(/[^\w]+/g, "-");

/**
 * Makes code runnable: `expression; // value` becomes a comparison, and entry points of the package are resolved to
 * the source.
 */
function runnable(code: string): string {
  const checked = code.replace(
    /^(?!\s*(?:import|const|let)\b)(\s*)(.+?);\s*\/\/ (.+)$/gm,
    "$1claims.push([$2, $3]);",
  );
  const imports = checked.replace(
    /(from |import\()"sallyport(?:\/(\w+))?"/g,
    (_, before: string, entry = "") => before + JSON.stringify(join(ROOT, "src", entry, "index.ts")),
  );
  return `export const claims: [unknown, unknown][] = [];\n${imports}\n`;
}

test("there are examples", () => {
  expect(inSources.length).toBeGreaterThan(5);
  expect(onPages.length).toBeGreaterThan(5);
});

const dist = process.env.SALLYPORT_DIST ?? join(ROOT, "dist");
const isBuilt = existsSync(join(dist, "kinds/index.d.ts"));

test.skipIf(!isBuilt)("the examples compile for users of the built package", async () => {
  const folder = join(FOLDER, "compiled");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = [...inSources, ...onPages].map(({ place, code }) => ({
    name: `${fileName(place)}.mts`,
    code,
  }));
  for (const { name, code } of files) writeFileSync(join(folder, name), `${code}\nexport {};\n`);
  const compilerOptions = {
    noUnusedLocals: false,
    paths: { sallyport: [`${dist}/index.d.ts`], "sallyport/*": [`${dist}/*/index.d.ts`] },
  };
  const config = {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions,
    files: files.map(({ name }) => name),
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...config, include: [], exclude: [] }));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout, stderr, code } = await collect(
    spawn(process.execPath, [tsc, "-p", folder, "--singleThreaded"]),
  );
  expect(stdout + stderr).toBe("");
  expect(code).toBe(0);
});

test.each([...inSources, ...onPages])(
  "the example at $place does what it says",
  async ({ place, code }) => {
    mkdirSync(FOLDER, { recursive: true });
    const file = join(FOLDER, `${fileName(place)}.ts`);
    writeFileSync(file, runnable(code));
    const { claims } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      claims: [unknown, unknown][];
    };
    expect(claims.length).toBeGreaterThan(0);
    for (const [value, claimed] of claims) expect(value).toEqual(claimed);
  },
  // The first one loads the whole server.
  300_000,
);
