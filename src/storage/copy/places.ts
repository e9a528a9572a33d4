import type { StoredItem } from "./stored-item.ts";

/** A store that is read, and never changed. */
export interface Source {
  /** Name in texts, and in the record of a copy: `lmdb:/var/lib/sallyport`. */
  readonly name: string;
  readonly form: Form;
  /** Prefix of the keys in this store: encrypted objects can be read under the same key only. */
  readonly keyPrefix: string;
  /** The process that works on it now as far as is known, in words; it is read all the same. */
  inUse(): Promise<string | undefined>;
  space(): Promise<Space>;
  /** Everything as it is now. Each call sees another moment. Throws a StorageError. */
  read(): Promise<Moment>;
  close(): Promise<void>;
}

/** All objects of one revision. */
export interface Moment {
  readonly revision: number;
  /** Number of objects. */
  readonly count: number;
  /** Yields the objects in the order of keys; throws `Compacted` if this moment has been compacted meanwhile. */
  pages(): AsyncIterable<readonly StoredItem[]>;
  close(): void;
}

/** Progress of one step of a copy or a check. */
export interface Progress {
  /** `raise`: etcd is brought to a higher revision, and these are counted; else objects. */
  readonly step: "copy" | "verify" | "raise" | "check";
  readonly done: number;
  readonly all: number;
}

/** Called with the progress from time to time, not for each object. */
export type ShowProgress = (progress: Progress) => void;

/** Space in bytes; unknown values are absent. */
export interface Space {
  /** Size of the store's files, in bytes. */
  readonly size?: number;
  /** Bytes of these files that are free for new objects. */
  readonly free?: number;
  /** Free bytes on the disk. */
  readonly disk?: number;
}

/** Contents of the target before a copy; no field is set if the place is empty. */
export interface Found {
  /** The source of a copy that did not come to its end. */
  readonly unfinished?: string;
  /** Complete contents of the place. The caller closes the source. */
  readonly contents?: Source;
  /** Reason why the contents cannot be read. */
  readonly unreadable?: string;
}

/**
 * A store that is being written. No reader sees it half written: it comes into its place with `finish`, or
 * servers refuse it.
 */
export interface Target {
  readonly name: string;
  readonly form: Form;
  readonly keyPrefix: string;
  /** True if objects keep their revisions, and the store that of the source. */
  readonly keepsRevisions: boolean;
  find(): Promise<Found>;
  /**
   * Begins a copy, or continues an unfinished one; from here on the store is marked as unfinished. Throws
   * `Failed` if a server uses it.
   */
  begin(source: string, found: Found): Promise<void>;
  /** Returns the objects that have been written so far. */
  written(): Promise<Moment>;
  /**
   * Called before the first write: clients have seen revisions up to this one, the newest of the source.
   * Returns texts for the user.
   */
  prepare(revision: number, progress?: ShowProgress): Promise<readonly string[]>;
  write(items: readonly StoredItem[], form: Form): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Completes the copy; `revision` is the newest one of the source. Returns texts for the user. */
  finish(revision: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** `sealed`: the bytes of an object hold its revision; `bare`: they do not. */
export type Form = "sealed" | "bare";
