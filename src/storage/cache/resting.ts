import { Document } from "../../api/object/document.ts";
import { BoundedQueue } from "../../async/bounded-queue.ts";
import type { Entry } from "../storage.ts";
import { Arena } from "./arena.ts";
import type { RestingPlace, Slot } from "./slot.ts";

/** An entry that is at rest from the start. */
export interface AtRest {
  readonly key: string;
  readonly revision: number;
  /** Absent: its place has the bytes already. */
  readonly bytes?: Uint8Array;
}

/**
 * Limit for the bytes of entries that were read recently: a further read gets the same entry, with the values
 * derived from it. Enough for a list of 5,000 large pods; after a longer list, none of its entries are left
 * for the next read.
 */
const KEPT = 64 << 20;
/** Memory of an entry besides its bytes, in bytes. */
const AROUND = 300;

/** States without history: their bytes are in a place of their own, and become entries on request. */
export class Resting {
  readonly #place: RestingPlace;
  readonly #kept = new BoundedQueue<Slot>(KEPT, (slot) => {
    slot.kept = undefined;
  });

  constructor(place: RestingPlace = new Arena()) {
    this.#place = place;
  }

  begin(slot: Slot, { bytes }: AtRest): void {
    if (bytes !== undefined) this.#place.put(slot, bytes);
  }

  entry(slot: Slot): Entry {
    if (slot.kept !== undefined) return slot.kept;
    const bytes = this.#place.read(slot);
    const entry = { key: slot.key, revision: slot.revision, document: Document.fromBytes(bytes) };
    slot.kept = entry;
    this.#kept.add(slot, bytes.length + AROUND);
    return entry;
  }

  /** The newest state of the slot is this entry, and all that is remembered of it. */
  lay(slot: Slot, entry: Entry): void {
    this.#place.put(slot, entry.document.bytes);
    slot.newest = undefined;
  }

  /** The slot gets a newer state. */
  wake(slot: Slot): void {
    this.#place.drop(slot);
    slot.kept = undefined;
  }
}
