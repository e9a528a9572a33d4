import { resolve } from "node:path";
import { openSalvage } from "../../storage/moves/open-place.ts";
import { takeSnapshot } from "../../storage/snapshot/take-snapshot.ts";
import type { Screen } from "../terminal.ts";
import { withProgress } from "./progress.ts";
import { report } from "./run-copy.ts";

/** Flags of `storage salvage`. */
export interface SalvageFlags {
  readonly overwrite?: boolean;
  readonly olderCopies: boolean;
}

/** `sallyport storage salvage`. Answers what to print. Throws an Error in words. */
export async function runSalvage(
  folder: string,
  file: string,
  flags: SalvageFlags,
  screen: Screen,
): Promise<string> {
  return withProgress(screen, async (progress) => {
    const { source, damage, expected, isLastWriteCertain, old } = await openSalvage(resolve(folder), flags);
    try {
      const taken = await takeSnapshot(source, resolve(file), {
        overwrite: flags.overwrite === true,
        progress,
      });
      const lines = [
        ...section("Damage:", damage.length === 0 ? ["none was found"] : damage),
        lossOf(taken.objects, expected),
        ...(isLastWriteCertain
          ? []
          : [
              "The last write is not complete: what it deleted may be there, and something of what it changed may be missing.",
            ]),
        ...section(
          titleOfOld(flags.olderCopies),
          old.map(({ key, revision }) => `${key} of revision ${revision}`),
        ),
        `Next: sallyport storage restore ${file} --data-dir ${folder} --overwrite`,
      ];
      return report(`Wrote ${file}`, taken, lines);
    } finally {
      await source.close();
    }
  });
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

function lossOf(objects: number, expected: number | undefined): string {
  if (expected === undefined) return "Lost: it cannot be known how many objects there were.";
  const lost = Math.max(0, expected - objects);
  return lost === 0
    ? `Lost: nothing is missing of ${expected} objects.`
    : `Lost: ${lost} of ${expected} objects.`;
}

const titleOfOld = (taken: boolean): string =>
  taken
    ? "Older copies were taken of these objects: they may be outdated, or deleted since (--no-older-copies leaves them out):"
    : "Of these objects there is only an older copy, which was not taken:";
