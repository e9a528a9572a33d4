import { existsSync } from "node:fs";
import { resolve } from "node:path";

/**
 * A file of recorded or upstream test data, which lies in `../shared` beside the checkout or where SALLYPORT_SHARED
 * says. Undefined when it is not there: tests that need it are skipped then.
 */
export function sharedFile(path: string): string | undefined {
  const root = process.env.SALLYPORT_SHARED ?? resolve(import.meta.dirname, "../../../shared");
  const file = resolve(root, path);
  return existsSync(file) ? file : undefined;
}
