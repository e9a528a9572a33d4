import { type Copied, copyStore } from "../../storage/copy/copy.ts";
import { openSource, openTarget, type Place, type WritablePlace } from "../../storage/moves/open-place.ts";
import type { EtcdFlags } from "./etcd-flags.ts";
import { assertApart, assertWritable, parsePlace } from "./places.ts";
import { type Screen, withProgress } from "./progress.ts";

export interface CopyFlags extends EtcdFlags {
  readonly from: string;
  readonly to: string;
  readonly overwrite?: boolean;
  readonly bumpRevision: string;
  readonly fromEtcdCafile?: string;
  readonly fromEtcdCertfile?: string;
  readonly fromEtcdKeyfile?: string;
  readonly fromEtcdPrefix?: string;
}

/** `sallyport storage copy`. Answers what to print. Throws an Error in words. */
export async function runCopy(flags: CopyFlags, screen: Screen): Promise<string> {
  const from = await parsePlace(flags.from, "--from", flagsOfSource(flags));
  const to = await parsePlace(flags.to, "--to", flags);
  assertWritable(to, "--to");
  assertApart(from, to);
  const bump = bumpOf(flags.bumpRevision);
  const { copied, inUse } = await copyPlaces(from, to, { bump, overwrite: flags.overwrite === true }, screen);
  const moving =
    inUse === undefined
      ? []
      : [
          `${inUse} works on ${flags.from}: what it writes from now on is not in the copy. Stop it, and copy once more with --overwrite.`,
        ];
  return report(`Copied ${flags.from} to ${flags.to}`, copied, moving);
}

/** The flags of the target hold for the source, too, where it has none of its own. */
function flagsOfSource(flags: CopyFlags): EtcdFlags {
  const { fromEtcdCafile, fromEtcdCertfile, fromEtcdKeyfile, fromEtcdPrefix } = flags;
  const hasOwnPair = fromEtcdCertfile !== undefined || fromEtcdKeyfile !== undefined;
  const pair = hasOwnPair
    ? { etcdCertfile: fromEtcdCertfile, etcdKeyfile: fromEtcdKeyfile }
    : { etcdCertfile: flags.etcdCertfile, etcdKeyfile: flags.etcdKeyfile };
  const all = {
    ...pair,
    etcdCafile: fromEtcdCafile ?? flags.etcdCafile,
    etcdPrefix: fromEtcdPrefix ?? flags.etcdPrefix,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Throws an Error that names the flag. */
export function bumpOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(`--bump-revision: ${JSON.stringify(text)} is not a whole number of at least 0`);
}

interface PlacesCopied {
  readonly copied: Copied;
  /** Who works on the source. */
  readonly inUse: string | undefined;
}

export async function copyPlaces(
  from: Place,
  to: WritablePlace,
  { bump, overwrite }: { bump: number; overwrite: boolean },
  screen: Screen,
): Promise<PlacesCopied> {
  return withProgress(screen, async (progress) => {
    const source = await openSource(from);
    try {
      const target = await openTarget(to, bump);
      try {
        const copied = await copyStore(source, target, { overwrite, progress });
        return { copied, inUse: source.inUse };
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  });
}

/** What was done, for people. */
export function report(what: string, copied: Copied, more: readonly string[] = []): string {
  const { objects, written, removed, digest, revision, notes } = copied;
  const work = `${written} written${removed > 0 ? `, ${removed} removed` : ""}`;
  const lines = [`${what}: ${objects} objects, ${work}.`, `Revision ${revision}, ${digest}`];
  return [...lines, ...notes, ...more].map((line) => `${line}\n`).join("");
}
