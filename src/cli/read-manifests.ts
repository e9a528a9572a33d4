import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { refuseSpecialFile } from "../disk/read-text.ts";
import { type Manifest, parseManifests } from "../explain/offline/manifests.ts";
import { documentsIn, documentValue } from "../explain/offline/yaml-documents.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { inContext } from "../report/in-context.ts";
import { manifestsAmong } from "./manifests-among.ts";

const MANIFEST = /\.(ya?ml|json)$/;

/**
 * The objects of a file, of the manifests in a folder and the folders below it, or of standard input ("-"). In a folder,
 * patches of a kustomization are left out, templates of charts, and files of other programs.
 */
export async function readManifests(path: string): Promise<Manifest[]> {
  const all = await manifestFiles(path);
  // A file that is named itself is meant.
  if (all[0] === path) return readFileOf(path);
  const { files } = await manifestsAmong(all);
  return (await Promise.all(files.map(readFileOf))).flat().filter(isOfKubernetes);
}

/** False for files of other programs beside the manifests, such as values of a chart or a compose.yaml. */
const isOfKubernetes = ({ object }: Manifest): boolean =>
  ["apiVersion", "kind", "metadata"].some((member) => Object.hasOwn(object, member));

/** Notes about the files in these folders that `readManifests` leaves out. */
export async function skippedNotes(paths: readonly string[]): Promise<string[]> {
  const notes = paths.map(async (path) => {
    const all = await manifestFiles(path);
    return all[0] === path ? [] : (await manifestsAmong(all)).notes;
  });
  return (await Promise.all(notes)).flat();
}

/** The sentence about paths without an object, with the notes about skipped files. */
export async function nothingIn(paths: readonly string[]): Promise<string> {
  return [`there is no object in ${paths.join(", ")}`, ...(await skippedNotes(paths))].join("; ");
}

const readFileOf = async (file: string): Promise<Manifest[]> =>
  file === "-"
    ? parseManifests(await readText(process.stdin), "stdin")
    : parseManifests(await readFile(file, "utf8"), file);

/**
 * The file itself, or the manifests in a folder and the folders below it, by name. Hidden folders, and links to files that are
 * not there, are left out.
 */
export async function manifestFiles(path: string): Promise<string[]> {
  if (path === "-" || !(await stat(path)).isDirectory()) return [path];
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = await Promise.all(
    entries.map(async (entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return isLeftOut(entry.name) ? [] : manifestFiles(inside);
      if (!isManifest(entry.name) || (entry.isSymbolicLink() && !existsSync(inside))) return [];
      await refuseSpecialFile(inside);
      return [inside];
    }),
  );
  return files.flat();
}

/** The folders that `manifestFiles` looks into; none for a file. */
async function foldersIn(path: string): Promise<string[]> {
  if (path === "-" || !(await stat(path)).isDirectory()) return [];
  const entries = await readdir(path, { withFileTypes: true });
  const inside = entries.filter((entry) => entry.isDirectory() && !isLeftOut(entry.name));
  return [path, ...(await Promise.all(inside.map(({ name }) => foldersIn(join(path, name))))).flat()];
}

/**
 * Returns the paths to watch for changes of these manifests: files, and folders, in which new files may
 * appear.
 */
export async function watchedManifests(paths: readonly string[]): Promise<string[]> {
  const all = await Promise.all(paths.flatMap((path) => [manifestFiles(path), foldersIn(path)]));
  return all.flat();
}

/** True for the extensions `.yaml`, `.yml` and `.json`. */
export const isManifest = (name: string): boolean => MANIFEST.test(name);

const isLeftOut = (folder: string): boolean => folder.startsWith(".") || folder === "node_modules";

/** The value of the only document of a file or of standard input, such as a patch. Throws an Error when there is none, or more than one. */
export async function readValue(path: string): Promise<Json> {
  const documents = documentsIn(path === "-" ? await readText(process.stdin) : await readFile(path, "utf8"));
  const [first, ...more] = documents;
  if (first === undefined || more.length > 0)
    throw new Error(`${path}: expected one document, found ${documents.length}`);
  return inContext(path, () => documentValue(first).value);
}

/** The only object of a file or of standard input. Throws an Error when there is none, or more than one. */
export async function readOneManifest(path: string): Promise<JsonObject> {
  const [first, ...more] = await readManifests(path);
  if (first === undefined) throw new Error(`${path}: there is no object in it`);
  if (more.length > 0) throw new Error(`${path}: expected one object, found ${more.length + 1}`);
  return first.object;
}
