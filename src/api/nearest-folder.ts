import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** This folder or the first one above it that has one of these files; undefined: none has. */
export function nearestFolder(folder: string, ...files: readonly string[]): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (files.some((file) => existsSync(join(at, file)))) return at;
    if (at === dirname(at)) return undefined;
  }
}
