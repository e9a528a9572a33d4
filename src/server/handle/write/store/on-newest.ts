import { type Entry, type Storage, StorageError } from "../../../../storage/storage.ts";

/** Result of an attempt. */
export type Attempt<T> =
  | { readonly kind: "written"; readonly value: T }
  /** Nothing was written: the result is right only if its source was the newest object. */
  | { readonly kind: "unwritten"; readonly value: T }
  /** Another writer was faster: the comparison failed. */
  | { readonly kind: "lost" }
  /** The attempt must be repeated with the stored object. */
  | { readonly kind: "unsure" };

/** The object was stored. */
export const written = <T>(value: T): Attempt<T> => ({ kind: "written", value });
/** Nothing had to be stored. */
export const unwritten = <T>(value: T): Attempt<T> => ({ kind: "unwritten", value });
export const LOST: Attempt<never> = { kind: "lost" };
export const UNSURE: Attempt<never> = { kind: "unsure" };

/**
 * Reads, changes, compares and writes until the write succeeds. Begins with the cached object, which needs no
 * read: a successful write proves that it was the newest. Any other result, including a refusal, counts only
 * if it was made of the stored object; otherwise the attempt is repeated with that. The reference does the
 * same (`GuaranteedUpdate`).
 *
 * `attempt` receives undefined only if nothing is stored, and a flag that is true if the entry is certainly
 * the stored one. Rejects with the error that it throws.
 */
export async function onNewest<T>(
  storage: Storage,
  key: string,
  attempt: (entry: Entry | undefined, isNewest: boolean) => Attempt<T> | Promise<Attempt<T>>,
): Promise<T> {
  let { entry, isNewest } = await known(storage, key);
  for (;;) {
    let outcome: Attempt<T> | Refused;
    try {
      outcome = await attempt(entry, isNewest);
    } catch (error) {
      // The store may have written it nevertheless: another attempt would refuse its own object.
      if (error instanceof StorageError) throw error;
      outcome = { kind: "refused", error };
    }
    if (outcome.kind === "written") return outcome.value;
    // The cache has the object of the faster writer by now.
    if (outcome.kind === "lost") ({ entry, isNewest } = await known(storage, key));
    else {
      if (isNewest && outcome.kind !== "unsure") return resultOf(outcome);
      const found = await storage.get(key);
      if (outcome.kind !== "unsure" && found?.revision === entry?.revision) return resultOf(outcome);
      entry = found;
      isNewest = true;
    }
  }
}

interface Known {
  readonly entry: Entry | undefined;
  /** True if it is certainly the stored one. */
  readonly isNewest: boolean;
}

async function known(storage: Storage, key: string): Promise<Known> {
  const entry = storage.getCached(key);
  if (entry !== undefined) return { entry, isNewest: false };
  return { entry: await storage.get(key), isNewest: true };
}

interface Refused {
  readonly kind: "refused";
  readonly error: unknown;
}

function resultOf<T>(outcome: Extract<Attempt<T>, { kind: "unwritten" }> | Refused): T {
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.value;
}
