import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../api/json.ts";
import { parseManifests } from "./parse-manifests.ts";

/** Every object in files and folders of YAML and JSON, and where they were. Throws with the file that is wrong. */
export function readFolder(paths: readonly string[]): { files: string[]; objects: JsonObject[] } {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: "utf8" })
          .filter((name) => /\.(ya?ml|json)$/.test(name))
          .sort()
          .map((name) => join(path, name))
      : [path],
  );
  return { files, objects: files.flatMap((file) => parseManifests(readFileSync(file, "utf8"), file)) };
}
