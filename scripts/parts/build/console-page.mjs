// The console's page: scripts, one style and one file of HTML, by names that change with their content. The page loads the
// script of the editor with the view that has an editor.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { PAGE_OPTIONS } from "./page-options.mjs";

/** Compressed, all of it. */
const MOST_BYTES = 155_000;

/** Writes `console/` of the build; throws when the page has become too large. Answers with its size. */
export async function buildConsolePage(root, outDir) {
  const source = join(root, "console");
  const { outputFiles } = await build({
    ...PAGE_OPTIONS,
    absWorkingDir: source,
    entryPoints: ["src/main.tsx", "style.css"],
    entryNames: "console-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
  });
  const folder = join(outDir, "console");
  mkdirSync(folder, { recursive: true });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
  const entry = (ending) =>
    `/${[...files.keys()].find((name) => name.startsWith("console-") && name.endsWith(ending))}`;
  const page = readFileSync(join(source, "index.html"), "utf8")
    .replace("SCRIPT", entry(".js"))
    .replace("STYLE", entry(".css"));
  files.set("index.html", Buffer.from(page));
  const size = [...files.values()].reduce((sum, bytes) => sum + gzipSync(bytes).length, 0);
  if (size > MOST_BYTES)
    throw new Error(`the console's page has ${size} bytes compressed; it may have ${MOST_BYTES}`);
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
  return size;
}
