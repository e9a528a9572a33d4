import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nearestFolder } from "../disk/nearest-folder.ts";

/** The folder of this package, in the source as in the build. */
export function packageRoot(): string {
  const root = nearestFolder(dirname(fileURLToPath(import.meta.url)), "package.json");
  if (root === undefined) throw new Error(`there is no package.json above ${import.meta.filename}`);
  return root;
}

export const PACKAGE_VERSION: string = readVersion();

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageRoot(), "package.json"), "utf8"),
  );
  return version;
}
