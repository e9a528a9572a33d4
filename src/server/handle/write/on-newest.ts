import { type Entry, type Storage, StorageError } from "../../../storage/storage.ts";

/** What came of an attempt. */
export type Attempt<T> =
  | { readonly kind: "written"; readonly value: T }
  /** Nothing was written: so it is right only when what it was made of was the newest. */
  | { readonly kind: "unwritten"; readonly value: T }
  /** Somebody else was faster: the comparison failed. */
  | { readonly kind: "lost" }
  /** Has to be made again of what is stored. */
  | { readonly kind: "unsure" };

export const written = <T>(value: T): Attempt<T> => ({ kind: "written", value });
export const unwritten = <T>(value: T): Attempt<T> => ({ kind: "unwritten", value });
export const LOST: Attempt<never> = { kind: "lost" };
export const UNSURE: Attempt<never> = { kind: "unsure" };

/**
 * Read, change, compare and write, until it is done. Begins with what this server knows of the key, which costs no read:
 * a write proves that it was the newest. Whatever else comes of it, a refusal included, counts only when it was made of
 * what is stored; otherwise it is made again of that. So the reference does it (`GuaranteedUpdate`).
 *
 * `attempt` is given undefined only when nothing is stored, and whether that is certainly what is stored. Rejects with
 * what it throws.
 */
export async function onNewest<T>(
  storage: Storage,
  key: string,
  attempt: (entry: Entry | undefined, isNewest: boolean) => Promise<Attempt<T>>,
): Promise<T> {
  let { entry, isNewest } = await known(storage, key);
  for (;;) {
    const outcome = await attempted(() => attempt(entry, isNewest));
    if (outcome.kind === "written") return outcome.value;
    // Who was faster is known by now.
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
  /** It is what is stored. */
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

async function attempted<T>(attempt: () => Promise<Attempt<T>>): Promise<Attempt<T> | Refused> {
  try {
    return await attempt();
  } catch (error) {
    // The store may have done it all the same: another attempt would refuse what is there.
    if (error instanceof StorageError) throw error;
    return { kind: "refused", error };
  }
}

function resultOf<T>(outcome: Extract<Attempt<T>, { kind: "unwritten" }> | Refused): T {
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.value;
}
