import type { ShowProgress } from "../copy/places.ts";

interface RaiseOptions {
  /** Clients have seen revisions up to this one. */
  readonly to: number;
  /** The newest revision of etcd. */
  ask(): Promise<number>;
  /** Writes a key that is not an object, which raises the revision by one. */
  step(): Promise<unknown>;
  readonly progress?: ShowProgress;
}

/** Some seconds, and some megabytes of history until it is compacted. */
const MOST_STEPS = 100_000;
const AT_ONCE = 64;

/**
 * Raises etcd's revision above those that clients have seen, by writes without meaning: a client that watches
 * from a future revision would wait for it without any message. If the distance is too large, an operator has
 * to act: the answer then has a text about it.
 */
export async function raiseRevision({ to, ask, step, progress }: RaiseOptions): Promise<readonly string[]> {
  const missing = to + 1 - (await ask());
  if (missing > MOST_STEPS) return [tooFar(to, to + 1 - missing)];
  for (let left = missing; left > 0; left -= AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, step));
    progress?.({ step: "raise", done: missing - Math.max(0, left - AT_ONCE), all: missing });
  }
  return [];
}

const tooFar = (to: number, now: number): string =>
  `etcd is at revision ${now}, and clients may have seen revisions up to ${to}: restart every client ` +
  "(controllers, operators), or it may wait for what is long there, or take something new for what it knows. " +
  `To spare that, begin with an etcd whose revision is higher: etcdutl snapshot restore --bump-revision ${to} --mark-compacted.`;
