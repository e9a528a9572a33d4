// npm run update -- object-types [-- --check]
// Writes the types of decoded objects beside the tables of fields that they are made of: those that a source imports, and
// the types of their fields. `--check` compares only.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { sourceFiles } from "../check/parts/imports.mjs";
import { fileOfTypes, textOfTypes, usedTypes } from "../parts/build/object-types.mjs";
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
const SRC = join(ROOT, "src");
const used = usedTypes(
  [SRC, join(ROOT, "test"), join(ROOT, "tools")]
    .flatMap((folder) => sourceFiles(folder))
    .map((file) => [relative(SRC, file), readFileSync(file, "utf8")]),
  tables,
);
for (const table of tables.allTableNames()) {
  const file = join(SRC, fileOfTypes(table));
  const text = textOfTypes(table, used, tables);
  if (!process.argv.includes("--check")) {
    if (text === undefined) rmSync(file, { force: true });
    else writeFileSync(file, text);
  } else if (textIn(file) !== text) {
    console.log(`${file} is not what npm run update -- object-types writes`);
    process.exitCode = 1;
  }
}

function textIn(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
