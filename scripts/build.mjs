// npm run build [-- --outDir DIR]
// What the package ships: declarations by the compiler, which checks everything, and code joined into few files by
// esbuild. Loading a thousand small modules takes Node longer than all the rest of a start (docs/decisions/0008).
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { writeKindTypes } from "./parts/kind-types.mjs";
import { writeOpenApiTexts } from "./parts/openapi-texts.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CHUNKS = "chunks";
/** Besides the doors of the package: what tests and measurements load from the build, and what a thread runs. */
const INSIDE = ["http/certificates/issue", "testing/booted-storage", "json/go-yaml/yaml-thread"];

const { values: flags } = parseArgs({ options: { outDir: { type: "string" } } });
const outDir = flags.outDir ?? join(ROOT, "dist");

declare();
await joinCode();
await keepBoot();
await writeKindTypes(ROOT, join(outDir, "kinds"));
if (!writeOpenApiTexts(ROOT, outDir))
  console.warn("build: the package kubernetes-models is not installed: OpenAPI without descriptions");

function declare() {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const project = join(ROOT, "tsconfig.build.json");
  const { status } = spawnSync(process.execPath, [compiler, "-p", project, "--outDir", outDir], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

async function joinCode() {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...doors(), ...INSIDE].map((name) => `src/${name}.ts`),
    outbase: "src",
    outdir: outDir,
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: true,
    metafile: true,
    logLevel: "warning",
  });
  removeOld(Object.keys(metafile.outputs));
}

/** What every server makes first, so that a control plane inside a test need not make it. */
async function keepBoot() {
  // Elsewhere the libraries would not be found.
  if (relative(ROOT, resolve(outDir)).startsWith("..")) return;
  const file = join(outDir, "testing/boot.json");
  rmSync(file, { force: true });
  const load = (name) => import(pathToFileURL(resolve(outDir, `testing/${name}.js`)).href);
  const { createCluster } = await load("index");
  await (await createCluster()).close();
  const { bootText } = await load("booted-storage");
  writeFileSync(file, bootText());
}

/** Each path that package.json names in `exports` and `bin`, without `dist/` and `.js`. */
function doors() {
  const { bin, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const paths = [...new Set([...Object.values(bin), ...Object.values(exports).map((door) => door.default)])];
  // The types of kinds are made, not compiled.
  const compiled = paths.filter((path) => path !== undefined && !path.includes("/kinds/"));
  return compiled.map((path) => path.replace(/^\.\/dist\//, "").replace(/\.js$/, ""));
}

/** Only after the new ones are there: a server that runs from here may still load what it has not loaded yet. */
function removeOld(outputs) {
  const made = new Set(outputs.map((path) => basename(path)));
  for (const name of readdirSync(join(outDir, CHUNKS)))
    if (!made.has(name)) rmSync(join(outDir, CHUNKS, name));
}
