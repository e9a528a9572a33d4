// Builds the page into site/out/try: `npm run build --workspace site` does it after the other pages.
import { fileURLToPath } from "node:url";
import { buildTryPage } from "../../scripts/parts/build/try-page.mjs";

const { engine, all } = await buildTryPage(
  fileURLToPath(new URL("../..", import.meta.url)),
  fileURLToPath(new URL("../out/try", import.meta.url)),
);
const kilobytes = (bytes) => Math.round(bytes / 1000);
console.log(`try/: ${kilobytes(engine)} KB compressed for the engine, ${kilobytes(all)} KB for all files`);
