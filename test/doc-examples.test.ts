import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
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

/** Each block of TypeScript of a page. */
function examplesOn(page: string): Example[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)\n```/gm)].map((block) => ({
    place: `${page}:${text.slice(0, block.index).split("\n").length}`,
    code: block[1] as string,
  }));
}

const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);
const examples = [...sources.flatMap((name) => examplesIn(`src/${name}`)), ...examplesOn("docs/testing.md")];

/** `expression; // value` becomes a comparison; entry points of the package are looked for in the source. */
function runnable(code: string): string {
  const checked = code.replace(
    /^(?!\s*(?:import|const|let)\b)(\s*)(.+?);\s*\/\/ (.+)$/gm,
    "$1claims.push([$2, $3]);",
  );
  const imports = checked.replace(
    /from "sallyport(?:\/(\w+))?"/g,
    (_, entry = "") => `from ${JSON.stringify(join(ROOT, "src", entry, "index.ts"))}`,
  );
  return `export const claims: [unknown, unknown][] = [];\n${imports}\n`;
}

test("there are examples", () => {
  expect(examples.length).toBeGreaterThan(5);
});

test.each(examples)(
  "the example at $place does what it says",
  async ({ place, code }) => {
    mkdirSync(FOLDER, { recursive: true });
    const file = join(FOLDER, `${place.replace(/[^\w]+/g, "-")}.ts`);
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
