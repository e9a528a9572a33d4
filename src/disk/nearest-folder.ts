import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder, from this one upwards, that contains one of these files; undefined if there is none. */
export function nearestFolder(folder: string, ...files: readonly string[]): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (files.some((file) => existsSync(join(at, file)))) return at;
    if (at === dirname(at)) return undefined;
  }
}
