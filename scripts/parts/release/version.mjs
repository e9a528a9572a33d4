// The version of a release in the files that have it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Folders of the packages that are released together. */
const RELEASED = ["", "packages/webhook", "editors/vscode"];

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

export const versionOf = (root) => read(join(root, "package.json")).version;

/** Changes only the versions: the files keep their layout. */
export function setVersion(root, version) {
  const before = versionOf(root);
  for (const folder of RELEASED) replaceIn(join(root, folder, "package.json"), before, version);
  const lock = join(root, "package-lock.json");
  const { packages } = read(lock);
  const given = RELEASED.filter((folder) => packages[folder]?.version === before).length;
  const named = [
    `"name": "sallyport",\n  "version": `,
    ...RELEASED.map((folder) => entryOf(folder, packages)),
  ];
  let text = readFileSync(lock, "utf8");
  for (const start of named) text = text.replace(`${start}"${before}"`, `${start}"${version}"`);
  writeFileSync(lock, text);
  const after = read(lock).packages;
  const set = RELEASED.filter((folder) => after[folder]?.version === version).length;
  if (set !== given) throw new Error(`package-lock.json: ${set} of ${given} versions could be set`);
}

/** The beginning of an entry of the lock file, up to its version. */
function entryOf(folder, packages) {
  const { name } = packages[folder] ?? {};
  return `"${folder}": {\n${name === undefined ? "" : `      "name": "${name}",\n`}      "version": `;
}

function replaceIn(file, before, version) {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(`"version": "${before}"`, `"version": "${version}"`);
  if (changed === text) throw new Error(`${file} does not have the version ${before}`);
  writeFileSync(file, changed);
}
