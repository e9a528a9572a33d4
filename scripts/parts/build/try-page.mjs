// The page that runs the engine in the browser: one worker, one script, one style, and the examples.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { parse } from "yaml";
import { PAGE_OPTIONS } from "./page-options.mjs";

/** Compressed: the worker, which has the whole engine. */
const MOST_ENGINE_BYTES = 900_000;

/** The implementations of Node's modules that the engine imports, by file in `site/try/src/platform`. */
const PLATFORM = {
  crypto: ["crypto"],
  fs: ["fs"],
  "fs-promises": ["fs/promises"],
  net: ["net"],
  buffer: ["buffer"],
  path: ["path"],
  util: ["util"],
  "timers-promises": ["timers/promises"],
  transport: [
    "dns",
    "inspector/promises",
    "module",
    "os",
    "querystring",
    "stream",
    "tls",
    "url",
    "worker_threads",
    "zlib",
  ],
};

/** Writes the page into `outDir`, and answers with the compressed bytes of the engine and of the whole page. */
export async function buildTryPage(root, outDir) {
  const source = join(root, "site/try");
  const platform = join(source, "src/platform");
  const options = { ...PAGE_OPTIONS, absWorkingDir: source, entryNames: "[name]-[hash]" };
  // Only requests for tokens need it.
  const late = await build({ ...options, entryPoints: { jose: "jose" } });
  const jose = basename(late.outputFiles[0].path);
  const whole = await build({
    ...options,
    entryPoints: { engine: "src/engine/worker.ts", page: "src/page/main.tsx", style: "style.css" },
    inject: [join(platform, "globals.ts")],
    alias: { jose: `./${jose}` },
    external: [`./${jose}`],
    plugins: [nodeModules(platform), examples(root)],
  });
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const names = {};
  const sizes = {};
  for (const { path, contents } of [...late.outputFiles, ...whole.outputFiles]) {
    const [name] = basename(path).split("-");
    names[name] = basename(path);
    sizes[name] = gzipSync(contents).length;
    writeFileSync(join(outDir, names[name]), contents);
  }
  if (sizes.engine > MOST_ENGINE_BYTES)
    throw new Error(`the engine has ${sizes.engine} bytes compressed; it may have ${MOST_ENGINE_BYTES}`);
  const filled = (file) =>
    Object.entries(names).reduce(
      (text, [name, value]) => text.replaceAll(`{{${name}}}`, value),
      readFileSync(join(source, file), "utf8"),
    );
  for (const file of ["index.html", "offline.js"]) writeFileSync(join(outDir, file), filled(file));
  return { engine: sizes.engine, all: Object.values(sizes).reduce((sum, size) => sum + size, 0) };
}

/** Puts the platform of the browser in the place of Node's modules. A name that it lacks is an error of the build. */
const nodeModules = (platform) => ({
  name: "platform",
  setup({ onResolve }) {
    const files = new Map(
      Object.entries(PLATFORM).flatMap(([file, modules]) =>
        modules.map((name) => [name, join(platform, `${file}.ts`)]),
      ),
    );
    onResolve({ filter: /^node:/ }, ({ path, importer }) => {
      const found = files.get(path.slice("node:".length));
      if (found !== undefined) return { path: found };
      return { errors: [{ text: `${importer} imports ${path}, which site/try/src/platform does not have` }] };
    });
    onResolve({ filter: /async\/load-late\.ts$/ }, () => ({ path: join(platform, "load-late.ts") }));
    onResolve({ filter: /\/(?:lmdb|etcd)-storage\.ts$/ }, () => ({
      path: join(platform, "storage-engines.ts"),
    }));
  },
});

/** Returns the examples in the order of their files: name, title, lesson, situation, and the expected decision. */
export function readExamples(root) {
  const folder = join(root, "site/try/examples");
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      name: file.replace(/^\d+-|\.yaml$/g, ""),
      ...parse(readFileSync(join(folder, file), "utf8")),
    }));
}

const examples = (root) => ({
  name: "examples",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^sallyport-try-examples$/ }, ({ path }) => ({ path, namespace: "examples" }));
    onLoad({ filter: /.*/, namespace: "examples" }, () => ({
      contents: `export const EXAMPLES = ${JSON.stringify(readExamples(root).map(({ expect, ...shown }) => shown))};`,
    }));
  },
});
