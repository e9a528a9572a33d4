// LMDB for the package (docs/decisions/0016): its JavaScript as one file, and beside it a build for each system and processor
// whose package is installed. So it needs no package of its own, and no compiler.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { licences } from "./licences.mjs";

const FOLDER = "libraries/lmdb";
/** The bundle for CommonJS of its authors. esbuild cannot bundle its modules. */
const CODE = "./node_modules/lmdb/dist/index.cjs";
/** Names that the sources import from it. */
const NAMES = ["getLastVersion", "open"];

/** Sources that import `lmdb` find it there: all of them are in files of `chunks/`. */
export const ownLmdb = {
  name: "own-lmdb",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^lmdb$/ }, () => ({ path: `../${FOLDER}/index.cjs`, external: true }));
  },
};

export async function writeLmdbLibrary(root, outDir) {
  const folder = join(outDir, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: `export { ${NAMES.join(", ")} } from "${CODE}";`, resolveDir: root },
    outfile: join(folder, "index.cjs"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    // Both are tried, and not needed.
    external: ["cbor-x", "msgpackr-extract"],
    metafile: true,
    logLevel: "warning",
  });
  writeFileSync(join(folder, "LICENSES.txt"), licences(root, Object.keys(metafile.inputs)));
  copyBuilds(join(root, "node_modules/@lmdb"), join(folder, "prebuilds"));
}

/** Those that every Node loads (Node-API), under the names that node-gyp-build looks for. */
function copyBuilds(from, to) {
  for (const name of existsSync(from) ? readdirSync(from) : []) {
    const system = join(to, name.replace("lmdb-", ""));
    mkdirSync(system, { recursive: true });
    for (const file of readdirSync(join(from, name)).filter((entry) => /^node\.napi\..*node$/.test(entry)))
      cpSync(join(from, name, file), join(system, file));
  }
}
