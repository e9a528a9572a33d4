import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTextNow } from "../../disk/read-text.ts";

/**
 * Returns the suites under some paths: files as they are, and from folders the YAML files that are marked as
 * suites.
 */
export function findSuites(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (statSync(path).isDirectory() ? suitesIn(path) : [path]));
}

function suitesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name === "node_modules" || entry.name.startsWith(".") ? [] : suitesIn(path);
      return /\.ya?ml$/.test(entry.name) && isSuite(readTextNow(path)) ? [path] : [];
    });
}

const isSuite = (text: string): boolean =>
  /^apiVersion:[ \t]*["']?test\.sallyport\/v1["']?[ \t\r]*$/m.test(text);
