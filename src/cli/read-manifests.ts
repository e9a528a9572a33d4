import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import type { JsonObject } from "../api/json.ts";
import { type Manifest, parseManifests } from "../explain/offline/manifests.ts";

const MANIFEST = /\.(ya?ml|json)$/;

/** The objects of a file, of the manifests in a folder (not of folders in it), or of standard input ("-"). */
export async function readManifests(path: string): Promise<Manifest[]> {
  if (path === "-") return parseManifests(await readText(process.stdin), "stdin");
  if (!(await stat(path)).isDirectory()) return parseManifests(await readFile(path, "utf8"), path);
  const names = (await readdir(path)).filter((name) => MANIFEST.test(name)).sort();
  return (await Promise.all(names.map((name) => readManifests(join(path, name))))).flat();
}

/** The only object of a file or of standard input. Throws an Error when there is none, or more than one. */
export async function readOneManifest(path: string): Promise<JsonObject> {
  const [first, ...more] = await readManifests(path);
  if (first === undefined) throw new Error(`${path}: there is no object in it`);
  if (more.length > 0) throw new Error(`${path}: one object is wanted, there are ${more.length + 1}`);
  return first.object;
}
