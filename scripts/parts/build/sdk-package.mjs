// The package `sallyport-webhook` (docs/decisions/0017): what `sallyport/webhook` is made of, joined with the one library that
// it needs, so that an image with webhooks has one package.
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { licences } from "./licences.mjs";

const FOLDER = "packages/webhook";
const SHIPPED = "sdk";
/** The `require` that CommonJS code in an ES module needs. */
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** From the sources below `root`, and the declarations in `declarations`, which are made already. */
export async function writeSdkPackage(root, declarations) {
  const dist = join(root, FOLDER, "dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["src/webhook/index.ts"],
    outdir: dist,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: "warning",
  });
  copyFileSync(join(declarations, "webhook/index.d.ts"), join(dist, "index.d.ts"));
  for (const end of ["d.ts", "js"])
    copyFileSync(join(declarations, `kinds/index.${end}`), join(dist, `kinds.${end}`));
  for (const name of ["LICENSE", "NOTICE"]) copyFileSync(join(root, name), join(root, FOLDER, name));
  writeFileSync(join(dist, "LICENSES.txt"), licences(root, Object.keys(metafile.inputs)));
  // `sallyport webhook init` packs it for projects that have no registry to take it from.
  rmSync(join(declarations, SHIPPED), { recursive: true, force: true });
  cpSync(join(root, FOLDER), join(declarations, SHIPPED), { recursive: true });
}
