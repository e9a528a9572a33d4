// npm run update -- pictures [-- --modules]
// Draws the pictures in docs/pictures again: those of terminals, each from a run of the built program, and the picture of
// the modules, from the imports in src/. --modules: draws only the latter, which needs no build.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { modulePicture } from "../check/parts/module-picture.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";
import { drawPictures } from "./parts/pictures.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: { modules: { type: "boolean", default: false } },
});

for (const { file, svg } of [modulePicture(), ...(flags.modules ? [] : drawPictures())])
  writeFileSync(join(ROOT, file), svg);
