import { existsSync, realpathSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { nearestFolder } from "../disk/nearest-folder.ts";
import { shellWord } from "../report/shell-word.ts";
import { packageRoot } from "./own-package.ts";

const LINKS = join("node_modules", ".bin");

/**
 * The words that start this program in a terminal in `folder`: `sallyport` if the PATH has this package, `npx --no sallyport`
 * in a checkout or a project that has it installed, else Node with the path of the program.
 */
export function ownCommand(
  folder = process.cwd(),
  path = process.env.PATH ?? "",
  root = packageRoot(),
): string {
  // npm and npx add the links of the project, which the PATH of a terminal does not have.
  const places = path.split(delimiter).filter((one) => one !== "" && !one.endsWith(LINKS));
  if (places.some((one) => isInside(join(one, "sallyport"), root))) return "sallyport";
  const isHere = `${folder}${sep}`.startsWith(`${root}${sep}`);
  const project = nearestFolder(folder, join(LINKS, "sallyport"));
  if (isHere || project !== undefined) return "npx --no sallyport";
  return `node ${shellWord(join(root, "dist", "cli", "main.js"))}`;
}

/** True if the file is a link into the folder. */
function isInside(file: string, folder: string): boolean {
  return existsSync(file) && realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`);
}
