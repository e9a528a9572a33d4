import type { Storage } from "../storage.ts";

/** A storage under test. */
export interface OpenedStorage {
  readonly storage: Storage;
  /** Closes the storage and opens it again with its durable contents; absent if it keeps none. */
  readonly reopen?: () => Promise<Storage>;
  readonly close: () => Promise<void>;
  /** Keys with a time to live go by themselves. */
  readonly expires?: boolean;
}
