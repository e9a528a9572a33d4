// npm run update -- object-types [-- --check]
// Writes the types of decoded objects beside the tables of fields that they are made of; `--check` compares only.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { fileOfTypes, textOfTypes } from "../parts/build/object-types.mjs";
import { helpIfAsked } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

helpIfAsked(import.meta.filename);

const outfile = join(ROOT, `node_modules/.cache/object-types-${process.pid}.mjs`);
await build({
  entryPoints: [join(ROOT, "src/types/notation/tables.ts")],
  outfile,
  bundle: true,
  format: "esm",
});
const tables = await import(pathToFileURL(outfile).href);
rmSync(outfile);
for (const table of tables.allTableNames()) {
  const file = join(ROOT, "src", fileOfTypes(table));
  const text = textOfTypes(table, tables);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.log(`${file} is not what npm run update -- object-types writes`);
    process.exitCode = 1;
  }
}
