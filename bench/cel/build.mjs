import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Modules that are measured; most of them are no entry points of the package. */
const PARTS = [
  "src/admission/hooks/policy/compile-policy",
  "src/admission/hooks/policy/policy-conditions",
  "src/admission/hooks/policy/validate-object",
  "src/api/exchange/memory-request",
  "src/cel/index",
  "src/http/certificates/issue",
  "test/tools/in-memory-cluster.tool",
];

/** Joins these and what they need into a folder of their own; answers the folder. */
export async function buildParts() {
  const folder = join(ROOT, "node_modules/.cache/bench-cel");
  const outdir = join(folder, "dist");
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "version": "0.0.0" }\n');
  await build({
    absWorkingDir: ROOT,
    entryPoints: PARTS.map((name) => `${name}.ts`),
    outbase: ".",
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return outdir;
}
