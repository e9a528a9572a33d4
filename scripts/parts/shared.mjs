import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Folder of the packages that `scripts/pack.mjs` makes. */
export const PACKED = join(ROOT, "node_modules/.cache/packed");

/** Recordings and upstream cases: `../shared` beside the checkout, or where SALLYPORT_SHARED says. */
export const sharedPath = (name) => resolve(process.env.SALLYPORT_SHARED ?? join(ROOT, "../shared"), name);

/** Exits with words when a folder of recordings is missing. */
export function needRecordings(folder) {
  if (existsSync(join(folder, "replay.mjs"))) return folder;
  process.stderr.write(
    `no recordings in ${folder}: expected replay.mjs there (SALLYPORT_SHARED says where)\n`,
  );
  process.exit(2);
}
