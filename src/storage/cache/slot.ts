import type { Entry } from "../storage.ts";

/**
 * One key. As long as its history is kept it has its states, newest first; then its newest state is at rest,
 * as bytes outside of the heap. There may be millions of slots: for a slot at rest, the heap holds nothing
 * else.
 */
export class Slot {
  readonly key: string;
  /** Revision of the newest state. */
  revision: number;
  /** Undefined: at rest. */
  newest: Version | undefined = undefined;
  /** Entry of a slot at rest, if it was read recently. */
  kept: Entry | undefined = undefined;
  /** Slab in the arena, if the bytes are there. */
  slab: Slab | undefined = undefined;
  offset = 0;
  length = 0;

  constructor(key: string, revision: number) {
    this.key = key;
    this.revision = revision;
  }
}

/** State of a key from a revision on; `entry` is undefined if the key was deleted at that revision. */
export interface Version {
  readonly revision: number;
  readonly entry: Entry | undefined;
  /** The state before; undefined when there was none or when it is compacted. */
  older: Version | undefined;
}

/** A piece of memory outside of the heap, with the slots whose bytes it holds. */
export interface Slab {
  readonly bytes: Buffer;
  /** Slots with bytes in the slab; some of them have moved elsewhere since. */
  readonly slots: Slot[];
  /** Number of bytes from the start that have been given to slots. */
  used: number;
  /** Number of the used bytes that slots still refer to. */
  live: number;
}

/** Place for the bytes of slots at rest. */
export interface RestingPlace {
  /** Takes in the bytes of the newest state. */
  put(slot: Slot, bytes: Uint8Array): void;
  /** Returns the bytes of a slot. Callers must not change them; they stay unchanged. */
  read(slot: Slot): Uint8Array;
  /** The slot is awake, or gone. */
  drop(slot: Slot): void;
}
