import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Relative paths from a piece of the build, from a program of it, and from the sources. */
const PLACES = ["../console/", "../../console/", "../../../dist/console/"];

/**
 * Returns the folder into which the build writes the page: `dist/console`. Throws an Error if the page has
 * not been built.
 */
export function pageFolder(): string {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = folders.find((folder) => existsSync(`${folder}index.html`));
  if (found === undefined) throw new Error("the page of the console was not built: npm run build");
  return found;
}
