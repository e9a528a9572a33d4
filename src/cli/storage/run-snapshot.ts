import { resolve } from "node:path";
import { openSource } from "../../storage/moves/open-place.ts";
import { takeSnapshot } from "../../storage/snapshot/take-snapshot.ts";
import type { Screen } from "../terminal.ts";
import { withProgress } from "./progress.ts";
import { bumpOf, copyPlaces, report } from "./run-copy.ts";

/** Flags of `storage snapshot`. */
export interface SnapshotFlags {
  readonly dataDir: string;
  readonly output: string;
  readonly overwrite?: boolean;
}

/** Flags of `storage restore`. */
export interface RestoreFlags {
  readonly dataDir: string;
  readonly overwrite?: boolean;
  readonly bumpRevision: string;
}

/** `sallyport storage snapshot`. Answers what to print. Throws an Error in words. */
export async function runSnapshot(flags: SnapshotFlags, screen: Screen): Promise<string> {
  return withProgress(screen, async (progress) => {
    const source = await openSource({ kind: "lmdb", dataDir: resolve(flags.dataDir) });
    try {
      const options = { overwrite: flags.overwrite === true, progress };
      const taken = await takeSnapshot(source, resolve(flags.output), options);
      return report(`Wrote ${flags.output}`, taken);
    } finally {
      await source.close();
    }
  });
}

/** `sallyport storage restore`. Answers what to print. Throws an Error in words. */
export async function runRestore(file: string, flags: RestoreFlags, screen: Screen): Promise<string> {
  const { copied } = await copyPlaces(
    { kind: "snapshot", file: resolve(file) },
    { kind: "lmdb", dataDir: resolve(flags.dataDir) },
    { bump: bumpOf(flags.bumpRevision), overwrite: flags.overwrite === true },
    screen,
  );
  return report(`Restored ${file} to ${flags.dataDir}`, copied);
}
