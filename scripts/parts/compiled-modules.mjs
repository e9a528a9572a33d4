// The modules of src/, test/ and tools/ as JavaScript for `npm test`, one file for each, which Node loads itself. vitest would
// transform each module and send it to each worker, which takes as long as the tests.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./shared.mjs";

const FOLDER = join(ROOT, "node_modules/.cache/compiled");

const SOURCES = ["src", "test", "tools"];

/** Compiles all modules and returns their folder: `src/go/duration.ts` is `src/go/duration.js` there. Takes about four seconds. */
export async function compileModules() {
  rmSync(FOLDER, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: modules(),
    outbase: ".",
    outdir: FOLDER,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    plugins: [separate, places],
    logLevel: "warning",
  });
  writeFileSync(join(FOLDER, "package.json"), '{ "type": "module" }\n');
  return FOLDER;
}

function modules() {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((path) => `${folder}/${path}`),
  ).filter(isModule);
}

const isModule = (path) => /(?<!\.test|\.d)\.ts$/.test(path);

/** Keeps imports between modules as they are. Other files stay where they are. */
const separate = {
  name: "separate",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
      if (kind === "entry-point") return undefined;
      return {
        path: isModule(path) ? path.replace(/ts$/, "js") : resolve(dirname(importer), path),
        external: true,
      };
    });
  },
};

/** `import.meta` of a compiled module has the place of its source, beside which it finds files. */
const places = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta")) return undefined;
      const meta = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
      return { contents: text.replaceAll(/\bimport\.meta\b/g, `(${JSON.stringify(meta)})`), loader: "ts" };
    });
  },
};
