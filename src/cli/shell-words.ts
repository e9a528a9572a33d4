import { isAbsolute, relative } from "node:path";

/** As people have to type it in a shell. */
export const shellWord = (text: string): string =>
  /^[\w./@%+,:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command that lets kubectl find a kubeconfig. Below this folder it stays short. */
export function exportKubeconfig(file: string, folder = process.cwd()): string {
  const inside = relative(folder, file);
  const isElsewhere = inside.startsWith("..") || isAbsolute(inside);
  return `export KUBECONFIG=${isElsewhere || folder === "/" ? shellWord(file) : `$PWD/${shellWord(inside)}`}`;
}
