// npm run build [-- --outDir DIR] [--code-only]
// What the package ships, and beside it the package of the SDK alone (packages/webhook): a file of declarations for each entry point (docs/decisions/0015), and code joined into few files
// by esbuild. Loading a thousand small modules takes Node longer than all the rest of a start (docs/decisions/0008).
// --code-only: what a server needs to start. No declarations, no package of the SDK: that takes a third of the time.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { buildConsolePage } from "./parts/build/console-page.mjs";
import { declarationFiles, writeDeclarations } from "./parts/build/declarations.mjs";
import { entryPoints, LOADED, programs } from "./parts/build/entry-points.mjs";
import { compileFastBundles, writeFastBundles } from "./parts/build/fast-bundles.mjs";
import { writeKindTypes } from "./parts/build/kind-types.mjs";
import { ownLmdb, writeLmdbLibrary } from "./parts/build/lmdb-library.mjs";
import { writeOpenApiTexts } from "./parts/build/openapi-texts.mjs";
import { writeSdkPackage } from "./parts/build/sdk-package.mjs";
import { readFlags } from "./parts/read-flags.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CHUNKS = "chunks";
/** Outputs of other parts of the build. */
const OTHERS = /^(examples|console|sdk)\b/;

const { values: flags } = readFlags(import.meta.filename, {
  options: { outDir: { type: "string" }, "code-only": { type: "boolean", default: false } },
});
const codeOnly = flags["code-only"];
const outDir = flags.outDir ?? join(ROOT, "dist");

if (!codeOnly && !writeDeclarations(outDir)) process.exit(1);
// An old one: `sallyport webhook init` would give it to a new project.
if (codeOnly) rmSync(join(outDir, "sdk"), { recursive: true, force: true });
const code = await joinCode();
await writeLmdbLibrary(ROOT, outDir);
const bundles = await writeFastBundles(ROOT, outDir);
removeOld();
await buildConsolePage(ROOT, outDir);
const texts = writeOpenApiTexts(ROOT, outDir);
// Processes of their own, beside the rest.
const compiled = isInside() ? compileFastBundles(ROOT, outDir) : undefined;
// The last file of the code: build-if-old.mjs takes it as a sign that the code is complete.
await keepBoot();
if (!codeOnly) await writeKindTypes(ROOT, join(outDir, "kinds"), texts ?? {});
if (!codeOnly && flags.outDir === undefined) await writeSdkPackage(ROOT, outDir);
await compiled;
if (texts === undefined)
  console.warn("build: the package kubernetes-models is not installed: OpenAPI without descriptions");

async function joinCode() {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...programs(), ...entryPoints().map(({ path }) => path), ...LOADED].map(
      (name) => `src/${name}.ts`,
    ),
    outbase: "src",
    outdir: outDir,
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    plugins: [ownLmdb],
    sourcemap: true,
    metafile: true,
    logLevel: "warning",
  });
  return Object.keys(metafile.outputs).map((path) => resolve(ROOT, path));
}

/** Elsewhere the libraries would not be found. */
function isInside() {
  return !relative(ROOT, resolve(outDir)).startsWith("..");
}

/** Writes the objects that every server makes first, so that a control plane inside a test need not make them. */
async function keepBoot() {
  if (!isInside()) return;
  const file = join(outDir, "cluster/boot.json");
  rmSync(file, { force: true });
  const load = (path) => import(pathToFileURL(resolve(outDir, path)).href);
  const { createCluster } = await load("testing/index.js");
  await (await createCluster()).close();
  const { bootText } = await load("cluster/booted-storage.js");
  writeFileSync(file, bootText());
}

/**
 * Code and declarations that this build did not make. Only after the new ones are there: a server that runs from here may
 * still load what it has not loaded yet.
 */
function removeOld() {
  const declarations = [...declarationFiles(), "kinds/index.d.ts", "kinds/index.js"];
  const made = new Set([...code, ...[...bundles, ...declarations].map((path) => resolve(outDir, path))]);
  for (const name of readdirSync(outDir, { recursive: true })) {
    const path = resolve(outDir, name);
    // Declarations of an older build: the next full build makes them again.
    if (codeOnly && /\.d\.ts$|^kinds\b/.test(name)) continue;
    if (/\.(d\.ts|js|js\.map)$|^cli\/\w+\.cjs/.test(name) && !OTHERS.test(name) && !made.has(path))
      rmSync(path);
  }
}
