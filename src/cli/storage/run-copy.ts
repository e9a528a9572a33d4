import { type Copied, copyStore } from "../../storage/copy/copy.ts";
import { decodedSource, encodedTarget } from "../../storage/copy/encoded-places.ts";
import type { Source, Target } from "../../storage/copy/places.ts";
import { openSource, openTarget, type Place, type WritablePlace } from "../../storage/moves/open-place.ts";
import type { Screen } from "../terminal.ts";
import type { EtcdFlags } from "./etcd-flags.ts";
import { assertApart, assertWritable, parsePlace } from "./places.ts";
import { withProgress } from "./progress.ts";
import { type EncryptionFlags, openStoredEncoding, type StoredEncoding } from "./stored-encoding.ts";

/** Flags of `storage copy`. Those with `from` are for an etcd as source; its defaults are those of the target. */
export interface CopyFlags extends EtcdFlags, EncryptionFlags {
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
  const encoding = await openStoredEncoding(flags);
  const options = { bump, overwrite: flags.overwrite === true, encoding };
  const { copied, inUse } = await copyPlaces(from, to, options, screen).finally(() => encoding.close());
  const moving =
    inUse === undefined
      ? []
      : [
          `${inUse} works on ${flags.from}: its later writes are missing from the copy. Stop it, and copy once more with --overwrite.`,
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
  /** Process that uses the source. */
  readonly inUse: string | undefined;
}

interface CopyPlacesOptions {
  readonly bump: number;
  readonly overwrite: boolean;
  /** Absent: objects are copied in their stored form. */
  readonly encoding?: StoredEncoding;
}

async function sourceAt(place: Place, encoding: StoredEncoding | undefined): Promise<Source> {
  const source = await openSource(place);
  return encoding === undefined ? source : decodedSource(source, encoding.at(place), encoding);
}

async function targetAt(
  place: WritablePlace,
  bump: number,
  encoding: StoredEncoding | undefined,
): Promise<Target> {
  const target = await openTarget(place, bump);
  return encoding?.mayDecrypt === true ? encodedTarget(target, encoding.at(place)) : target;
}

/** Copies one store to another, and shows the progress. Throws a StorageError. */
export async function copyPlaces(
  from: Place,
  to: WritablePlace,
  { bump, overwrite, encoding }: CopyPlacesOptions,
  screen: Screen,
): Promise<PlacesCopied> {
  return withProgress(screen, async (progress) => {
    const source = await sourceAt(from, encoding);
    try {
      const target = await targetAt(to, bump, encoding);
      try {
        const copied = await copyStore(source, target, { overwrite, progress });
        return { copied, inUse: await source.inUse() };
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  });
}

/** Returns a report of the copy for the user. */
export function report(what: string, copied: Copied, more: readonly string[] = []): string {
  const { objects, written, removed, digest, revision, notes } = copied;
  const work = `${written} written${removed > 0 ? `, ${removed} removed` : ""}`;
  const lines = [`${what}: ${objects} objects, ${work}.`, `Revision ${revision}, ${digest}`];
  return [...lines, ...notes, ...more].map((line) => `${line}\n`).join("");
}
