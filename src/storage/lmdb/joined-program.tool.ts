import { renameSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** A folder below the packages, so that the program finds those that it needs. */
const FOLDER = fileURLToPath(new URL("../../../node_modules/.cache/test-programs", import.meta.url));

/**
 * For tests: builds one JavaScript file from a TypeScript program and all its imports; Node starts it in a
 * tenth of the time that it needs to read the modules one by one. Returns its path.
 */
export function joinedProgram(script: string): string {
  const file = join(FOLDER, basename(script, ".ts"));
  // Another process may make or start it at the same time.
  const outfile = `${file}-${process.pid}.mjs`;
  buildSync({
    entryPoints: [script],
    outfile,
    ...{ bundle: true, format: "esm", platform: "node", target: "node20", packages: "external" },
  });
  renameSync(outfile, `${file}.mjs`);
  return `${file}.mjs`;
}
