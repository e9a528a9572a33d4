import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Compiles the source into a separate folder, so that it does not disturb another build in progress. Returns the
 * folder of the compiled modules; `cli/main.js` in it is the program.
 */
export function buildServer(name) {
  const folder = join(root, "node_modules/.cache", name);
  const dist = join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "version": "0.0.0" }\n');
  const made = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--outDir", dist], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`the source does not compile:\n${made.stdout}${made.stderr}`);
  return dist;
}
