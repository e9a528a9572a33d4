import { isAbsolute, relative } from "node:path";
import { shellWord } from "../report/shell-word.ts";

/** The command that lets kubectl find a kubeconfig. Below this folder it stays short. */
export function exportKubeconfig(file: string, folder = process.cwd()): string {
  const inside = relative(folder, file);
  const isElsewhere = inside.startsWith("..") || isAbsolute(inside);
  return `export KUBECONFIG=${isElsewhere || folder === "/" ? shellWord(file) : `$PWD/${shellWord(inside)}`}`;
}
