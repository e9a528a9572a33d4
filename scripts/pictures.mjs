// npm run pictures
// Draws the pictures of terminals in docs/pictures again, each from a run of the built program.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPictures } from "./parts/pictures.mjs";
import { helpIfAsked } from "./parts/read-flags.mjs";
import { ROOT } from "./parts/shared.mjs";

helpIfAsked(import.meta.filename);

for (const { file, svg } of drawPictures()) writeFileSync(join(ROOT, file), svg);
