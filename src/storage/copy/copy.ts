import { isEncrypted } from "../encryption/transformer.ts";
import { StorageError } from "../storage.ts";
import type { Found, Moment, ShowProgress, Source, Target } from "./places.ts";
import { digestOf, digestOfAll, type StoredItem } from "./stored-item.ts";

/** Options of a copy. By default nothing is overwritten. */
export interface CopyOptions {
  /** True if the contents of the target may be removed. */
  readonly overwrite?: boolean;
  /** Called with the progress after every few objects. */
  readonly progress?: ShowProgress;
}

/** Result of a complete copy. */
export interface Copied {
  readonly objects: number;
  /**
   * Number of the objects that had to be written: objects that an interrupted copy had already written are
   * not written again.
   */
  readonly written: number;
  /** Objects that were in the way. */
  readonly removed: number;
  /** Digest of all objects; see `digestOfAll`. */
  readonly digest: string;
  /** The newest revision of the source when it was read. */
  readonly revision: number;
  /** Notes for the user. */
  readonly notes: readonly string[];
}

/**
 * Copies the state of a source at one moment to a target, reads the copy again, and puts it into use. Objects
 * that are already there are left unchanged, so an interrupted copy continues, with the same result. The
 * source is only read.
 *
 * Throws a StorageError: `Failed` if the target holds something else.
 */
export async function copyStore(source: Source, target: Target, options: CopyOptions = {}): Promise<Copied> {
  const found = await target.find();
  try {
    const same = await alreadyThere(source, target, found);
    if (same !== undefined) return same;
    assertMayWrite(source, target, found, options);
  } finally {
    await found.contents?.close();
  }
  await target.begin(source.name, found);
  const pass = await copyAll(source, target, options);
  await verify(target, pass.fingerprints, options);
  const notes = await target.finish(pass.revision);
  const { written, removed, revision } = pass;
  return {
    objects: pass.digests.size,
    written,
    removed,
    revision,
    digest: digestOfAll(pass.digests),
    notes: [...pass.notes, ...notes],
  };
}

/** The end of an earlier copy, or of one that was killed when all was done. */
async function alreadyThere(source: Source, target: Target, found: Found): Promise<Copied | undefined> {
  if (found.contents === undefined) return undefined;
  const [ours, theirs] = [await source.read(), await found.contents.read()];
  try {
    if (ours.count !== theirs.count) return undefined;
    if (target.keepsRevisions && theirs.revision < ours.revision) return undefined;
    const digests = await digestsOf(ours, target);
    // Contents that cannot be read count as different.
    const there = await digestsOf(theirs, target).catch(() => undefined);
    const equal = [...digests.prints].every(([key, print]) => there?.prints.get(key) === print);
    if (!equal) return undefined;
    const notes = [`${target.name} holds the same already: nothing was written.`];
    const digest = digestOfAll(digests.digests);
    return { objects: ours.count, written: 0, removed: 0, revision: ours.revision, digest, notes };
  } finally {
    ours.close();
    theirs.close();
  }
}

function assertMayWrite(source: Source, target: Target, found: Found, options: CopyOptions): void {
  if (options.overwrite === true) return;
  if (found.contents !== undefined)
    throw new StorageError(
      "Failed",
      `${target.name} holds something else already; with --overwrite it is replaced by what is in ${source.name}`,
    );
  if (found.unreadable !== undefined)
    throw new StorageError(
      "Failed",
      `${target.name} holds something that cannot be read (${found.unreadable}); with --overwrite it is set aside`,
    );
  if (found.unfinished !== undefined && found.unfinished !== source.name)
    throw new StorageError(
      "Failed",
      `in ${target.name} lies an unfinished copy of ${found.unfinished}: finish that one, or start again with --overwrite`,
    );
}

interface Pass {
  readonly revision: number;
  readonly notes: readonly string[];
  readonly digests: Map<string, string>;
  readonly fingerprints: Map<string, string>;
  written: number;
  removed: number;
}

const ATTEMPTS = 5;

/** A source that is written to may forget the moment that is read: then its next one is. */
async function copyAll(source: Source, target: Target, options: CopyOptions): Promise<Pass> {
  for (let attempt = 1; ; attempt++) {
    const moment = await source.read();
    try {
      return await copyMoment(source, moment, target, options);
    } catch (error) {
      const isGone = error instanceof StorageError && error.code === "Compacted";
      if (!isGone || attempt === ATTEMPTS) throw error;
    } finally {
      moment.close();
    }
  }
}

async function copyMoment(
  source: Source,
  moment: Moment,
  target: Target,
  options: CopyOptions,
): Promise<Pass> {
  const there = await readWritten(target);
  const { revision, count: all } = moment;
  const notes = await target.prepare(revision, options.progress);
  const pass: Pass = { revision, notes, digests: new Map(), fingerprints: new Map(), written: 0, removed: 0 };
  for await (const page of moment.pages()) {
    const missing = page.filter((item) => {
      const digest = digestOf(item);
      const print = fingerprint(item, digest, target);
      pass.digests.set(item.key, digest);
      pass.fingerprints.set(item.key, print);
      const before = there.get(item.key);
      there.delete(item.key);
      return before !== print;
    });
    for (const item of missing) assertReadableThere(item, source, target);
    if (missing.length > 0) await target.write(missing, source.form);
    pass.written += missing.length;
    options.progress?.({ step: "copy", done: pass.digests.size, all });
  }
  const extra = [...there.keys()];
  if (extra.length > 0) await target.remove(extra);
  pass.removed = extra.length;
  return pass;
}

/**
 * Encrypted objects are copied unchanged, to a place where they can be read under the same key. Throws
 * `Failed`.
 */
function assertReadableThere({ key, bytes }: StoredItem, source: Source, target: Target): void {
  const isSame = source.form === target.form && source.keyPrefix === target.keyPrefix;
  if (isSame || !isEncrypted(bytes)) return;
  throw new StorageError(
    "Failed",
    `the object under ${key} is encrypted, and ${target.name} could not read it: give the configuration with which it was encrypted (--encryption-provider-config)`,
  );
}

async function readWritten(target: Target): Promise<Map<string, string>> {
  const moment = await target.written();
  try {
    return (await digestsOf(moment, target)).prints;
  } finally {
    moment.close();
  }
}

/** Reads the written objects again, and compares them with those read from the source. */
async function verify(
  target: Target,
  expected: ReadonlyMap<string, string>,
  options: CopyOptions,
): Promise<void> {
  const moment = await target.written();
  try {
    const progress = (done: number): void => options.progress?.({ step: "verify", done, all: expected.size });
    const { prints } = await digestsOf(moment, target, progress);
    const keys = new Set([...expected.keys(), ...prints.keys()]);
    const wrong = [...keys].filter((key) => prints.get(key) !== expected.get(key));
    if (wrong.length === 0) return;
    throw new StorageError(
      "Failed",
      `${wrong.length} objects in ${target.name} are not what was written, as ${wrong[0]}: another client may be writing there. Run the copy again`,
    );
  } finally {
    moment.close();
  }
}

async function digestsOf(
  moment: Moment,
  target: Target,
  progress?: (done: number) => void,
): Promise<{ digests: Map<string, string>; prints: Map<string, string> }> {
  const digests = new Map<string, string>();
  const prints = new Map<string, string>();
  for await (const page of moment.pages()) {
    for (const item of page) {
      const digest = digestOf(item);
      digests.set(item.key, digest);
      prints.set(item.key, fingerprint(item, digest, target));
    }
    progress?.(digests.size);
  }
  return { digests, prints };
}

const fingerprint = (item: StoredItem, digest: string, { keepsRevisions }: Target): string =>
  keepsRevisions ? `${item.revision} ${digest}` : digest;
