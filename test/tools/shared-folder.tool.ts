import { existsSync } from "node:fs";
import { resolve } from "node:path";

/**
 * Returns the path of a file of recorded or upstream test data, in `../shared` beside the checkout or in the
 * folder of SALLYPORT_SHARED. Undefined if it does not exist: tests that need it are skipped then.
 */
export function sharedFile(path: string): string | undefined {
  const root = process.env.SALLYPORT_SHARED ?? resolve(import.meta.dirname, "../../../shared");
  const file = resolve(root, path);
  return existsSync(file) ? file : undefined;
}
