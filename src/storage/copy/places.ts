import type { StoredItem } from "./stored-item.ts";

/** A store that is read, and never changed. */
export interface Source {
  /** In texts, and in the record of a copy: `lmdb:/var/lib/sallyport`. */
  readonly name: string;
  readonly form: Form;
  /** What keys begin with there: what is encrypted can be read under the same key only. */
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
  /** How many there are. */
  readonly count: number;
  /** In the order of keys; throws `Compacted` when this moment is gone meanwhile. */
  pages(): AsyncIterable<readonly StoredItem[]>;
  close(): void;
}

export interface Progress {
  /** `raise`: etcd is brought to a higher revision, and these are counted; else objects. */
  readonly step: "copy" | "verify" | "raise" | "check";
  readonly done: number;
  readonly all: number;
}

export type ShowProgress = (progress: Progress) => void;

/** In bytes; what is not known is absent. */
export interface Space {
  /** What the files of the store have. */
  readonly size?: number;
  /** What of that is free for new objects. */
  readonly free?: number;
  /** What is left on the disk. */
  readonly disk?: number;
}

/** What a copy finds where it is to go; nothing: the place is empty. */
export interface Found {
  /** The source of a copy that did not come to its end. */
  readonly unfinished?: string;
  /** What lies there, complete. The caller closes it. */
  readonly contents?: Source;
  /** Why what lies there cannot be read. */
  readonly unreadable?: string;
}

/** A store that is written. Nobody sees it half written: it comes into its place with `finish`, or servers refuse it. */
export interface Target {
  readonly name: string;
  readonly form: Form;
  readonly keyPrefix: string;
  /** Whether objects keep their revisions, and the store that of the source. */
  readonly keepsRevisions: boolean;
  find(): Promise<Found>;
  /**
   * Begins, or goes on with what is there of an unfinished copy; from here on it says that it is unfinished. Throws
   * `Failed` when a server works there.
   */
  begin(source: string, found: Found): Promise<void>;
  /** What has been written so far. */
  written(): Promise<Moment>;
  /**
   * Before anything is written: clients have seen revisions up to this one, the newest of the source. Answers what people
   * should know, in words.
   */
  prepare(revision: number, progress?: ShowProgress): Promise<readonly string[]>;
  write(items: readonly StoredItem[], form: Form): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** The copy is complete; `revision` is the newest one of the source. Answers what people should know, in words. */
  finish(revision: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** `sealed`: the bytes of an object hold its revision; `bare`: they do not. */
export type Form = "sealed" | "bare";
