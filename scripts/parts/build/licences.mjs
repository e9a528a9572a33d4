// The licences of libraries that are joined with our code want to go with them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licences of the packages to which these files belong: paths below `root`, as a metafile of esbuild names them. */
export function licences(root, inputs) {
  const folders = new Set(inputs.map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]));
  folders.delete(undefined);
  return [...folders]
    .sort()
    .map((folder) => licence(join(root, folder)))
    .join("\n\n");
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copyright)/i.test(entry));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
  return `${name} ${version}, ${license}\n\n${text}`;
}
