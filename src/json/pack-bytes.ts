/** Size of a shared block of memory in bytes. A document that is kept can prevent this amount from being freed. */
const SLAB = 64 * 1024;

type Pieces = readonly (string | Uint8Array)[];

/** Joins texts, encoded as UTF-8, and bytes. */
export type Pack = (pieces: Pieces) => Uint8Array;

/**
 * Creates a packer, which puts documents side by side into larger blocks of memory. A separate allocation outside of
 * the heap for each document would cost more than the copying. Use one packer for documents with similar lifetimes.
 * `size`: bytes of a block; longer documents than a quarter of it get their own memory.
 */
export function createPacker(size = SLAB): Pack {
  let slab = Buffer.alloc(0);
  let used = 0;
  const take = (pieces: Pieces): Uint8Array => {
    const start = used;
    used = write(pieces, slab, used);
    return slab.subarray(start, used);
  };
  return (pieces) => {
    if (atMost(pieces) <= slab.length - used) return take(pieces);
    // The document may not fit into the rest of the block, so its exact length is needed.
    const length = lengthOf(pieces);
    if (length > size / 4) {
      const own = Buffer.allocUnsafeSlow(length);
      write(pieces, own, 0);
      return own;
    }
    if (length > slab.length - used) {
      slab = Buffer.allocUnsafeSlow(size);
      used = 0;
    }
    return take(pieces);
  };
}

/** Upper bound of the size in bytes: a UTF-16 unit has at most three bytes in UTF-8. */
function atMost(pieces: Pieces): number {
  let most = 0;
  for (const piece of pieces) most += typeof piece === "string" ? 3 * piece.length : piece.length;
  return most;
}

function lengthOf(pieces: Pieces): number {
  let length = 0;
  for (const piece of pieces) length += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
  return length;
}

function write(pieces: Pieces, to: Buffer, from: number): number {
  let at = from;
  for (const piece of pieces) {
    if (typeof piece === "string") at += to.write(piece, at);
    else {
      to.set(piece, at);
      at += piece.length;
    }
  }
  return at;
}
