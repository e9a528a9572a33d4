import { stat } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE_FILE, writePrivate } from "../../../disk/private-files.ts";
import { readText } from "../../../disk/read-text.ts";
import { requireOwner } from "../../../disk/require-owner.ts";
import { inContext } from "../../../report/in-context.ts";
import { errorText } from "../../error-text.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { type KubeconfigInput, kubeconfigText } from "./kubeconfig.ts";
import { mergeKubeconfig } from "./merge-kubeconfig.ts";

/**
 * Writes the administrator's kubeconfig, or one context of a file that has others, and returns the path of
 * the file.
 */
export async function writeKubeconfig(
  { writeKubeconfig: asked, dataDir, context }: ServeFlags,
  input: KubeconfigInput,
): Promise<string> {
  const file = asked ?? join(dataDir, "kubeconfig");
  const text = context === undefined ? kubeconfigText(input) : await merged(file, context, input);
  try {
    // A start on a full disk must not write.
    if (!(await isThere(file, text))) await writePrivate(file, text);
  } catch (error) {
    throw new Error(`--write-kubeconfig: ${errorText(error)}`, { cause: error });
  }
  return file;
}

/** True if the file has this text, and is readable for its owner only. */
async function isThere(file: string, text: string): Promise<boolean> {
  try {
    const { mode } = await stat(file);
    return (mode & 0o777) === PRIVATE_FILE && (await readText(file)) === text;
  } catch {
    return false;
  }
}

async function merged(file: string, context: string, input: KubeconfigInput): Promise<string> {
  requireOwner(file);
  const before = await readText(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return inContext(`--write-kubeconfig: ${file}`, () => mergeKubeconfig(before, context, input));
}
