import type { RestingPlace, Slab, Slot } from "./slot.ts";

const SLAB = 256 * 1024;
/** Values longer than this, in bytes, have a slab of their own. */
const LONG = SLAB / 4;

/**
 * Bytes of many slots, side by side in large pieces of memory. Bytes in a slab are never overwritten, so a
 * reader may keep them. When a quarter of a slab is dead, its live bytes are copied into another slab, and
 * the garbage collector frees the old one when it has no readers left. So the arena takes at most a third
 * more memory than its live bytes.
 */
export class Arena implements RestingPlace {
  #slab = newSlab(0);

  put(slot: Slot, bytes: Uint8Array): void {
    const { length } = bytes;
    const slab = this.#slabFor(length);
    slot.slab = slab;
    slot.offset = slab.used;
    slot.length = length;
    slab.bytes.set(bytes, slab.used);
    slab.used += length;
    slab.live += length;
    slab.slots.push(slot);
  }

  read({ slab, offset, length }: Slot): Uint8Array {
    return slab?.bytes.subarray(offset, offset + length) ?? NOTHING;
  }

  drop(slot: Slot): void {
    const { slab } = slot;
    if (slab === undefined) return;
    slot.slab = undefined;
    slab.live -= slot.length;
    if (slab !== this.#slab) this.#tidy(slab);
  }

  #slabFor(length: number): Slab {
    if (length > LONG) return newSlab(length);
    if (length > this.#slab.bytes.length - this.#slab.used) {
      const full = this.#slab;
      this.#slab = newSlab(SLAB);
      this.#tidy(full);
    }
    return this.#slab;
  }

  /** Empties it where much of it is dead. */
  #tidy(slab: Slab): void {
    if (slab.live === 0 || slab.live * 4 >= slab.bytes.length * 3) return;
    for (const slot of slab.slots) if (slot.slab === slab) this.put(slot, this.read(slot));
    slab.live = 0;
  }
}

const NOTHING = Buffer.alloc(0);

const newSlab = (length: number): Slab => ({
  bytes: Buffer.allocUnsafeSlow(length),
  slots: [],
  used: 0,
  live: 0,
});
