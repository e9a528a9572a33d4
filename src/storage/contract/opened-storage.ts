import type { Storage } from "../storage.ts";

/** A storage under test. */
export interface OpenedStorage {
  readonly storage: Storage;
  /** Closes it and opens it again with what it has kept; absent where nothing is kept. */
  readonly reopen?: () => Promise<Storage>;
  readonly close: () => Promise<void>;
  /** Keys with a time to live go by themselves. */
  readonly expires?: boolean;
}
