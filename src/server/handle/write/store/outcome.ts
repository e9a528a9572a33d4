/**
 * The end of an attempt to write:
 *
 * - `stored`: the object is written.
 * - `unchanged`: it is equal to the stored one, and nothing is written.
 * - `dry`: it would be written; the request is a dry run.
 * - `removed`: the last finalizer is gone, and the stored object is removed.
 * - `unsure`: it differs from the stored one only in what the cache does not have: the attempt is repeated with the store's object.
 * - `lost`: another writer was faster.
 */
export type Outcome = "stored" | "unchanged" | "dry" | "removed" | "unsure" | "lost";

/** Facts about an update that decide its end. */
export interface UpdateFacts {
  readonly dryRun: boolean;
  /** The object has no finalizers any more, and was to be deleted. */
  readonly isLast: boolean;
  /** The object is equal to the stored one as it is read. */
  readonly isAsRead: boolean;
  /** It is also equal to the stored bytes. */
  readonly isAsStored: boolean;
  /** The stored bytes are to be written again, because their form is old. */
  readonly isOutdated: boolean;
  /** The stored one is certainly the newest. */
  readonly isNewest: boolean;
}

/**
 * Returns the end of an update (apiserver/pkg/storage/etcd3/store.go, GuaranteedUpdate; registry/generic/registry/store.go,
 * Update). A last object is never equal to the stored one.
 */
export function updateOutcome(facts: UpdateFacts): Exclude<Outcome, "lost"> {
  if (facts.isAsStored && !facts.isOutdated) return "unchanged";
  if (facts.isAsRead && !facts.isAsStored && !facts.dryRun && !facts.isNewest) return "unsure";
  if (facts.isLast) return "removed";
  return facts.dryRun ? "dry" : "stored";
}
