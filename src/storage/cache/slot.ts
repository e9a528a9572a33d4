import type { Entry } from "../storage.ts";

/**
 * One key. As long as its past is remembered it has its states, newest first; then its newest state lies at rest, as bytes
 * outside of the heap. There may be millions: this is all that the heap has of one at rest.
 */
export class Slot {
  readonly key: string;
  /** Of the newest state. */
  revision: number;
  /** Undefined: at rest. */
  newest: Version | undefined = undefined;
  /** What lies at rest, if somebody has asked for it lately. */
  kept: Entry | undefined = undefined;
  /** Where the arena has it, if that is where it rests. */
  slab: Slab | undefined = undefined;
  offset = 0;
  length = 0;

  constructor(key: string, revision: number) {
    this.key = key;
    this.revision = revision;
  }
}

/** What a key held from a revision on; `entry` is undefined when it was deleted then. */
export interface Version {
  readonly revision: number;
  readonly entry: Entry | undefined;
  /** The state before; undefined when there was none or when it is compacted. */
  older: Version | undefined;
}

/** A piece of memory outside of the heap, with those whose bytes lie in it. */
export interface Slab {
  readonly bytes: Buffer;
  /** Some of them lie elsewhere by now. */
  readonly slots: Slot[];
  used: number;
  /** How many of the used bytes somebody still has. */
  live: number;
}

/** Where the bytes of slots at rest lie. */
export interface RestingPlace {
  /** Takes in the bytes of the newest state. */
  put(slot: Slot, bytes: Uint8Array): void;
  /** Nobody may change what it gives; it stays as it is. */
  read(slot: Slot): Uint8Array;
  /** The slot is awake, or gone. */
  drop(slot: Slot): void;
}
