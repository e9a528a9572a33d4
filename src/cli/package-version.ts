import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** From package.json, which lies above, in the source as in the build. */
export const PACKAGE_VERSION: string = readVersion(dirname(fileURLToPath(import.meta.url)));

function readVersion(folder: string): string {
  const file = join(folder, "package.json");
  if (!existsSync(file)) {
    if (dirname(folder) === folder) throw new Error(`there is no package.json above ${import.meta.filename}`);
    return readVersion(dirname(folder));
  }
  const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}
