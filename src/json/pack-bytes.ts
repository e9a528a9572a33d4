/** Several documents to a piece of memory; one that lives on keeps no more than this alive. */
const SLAB = 64 * 1024;
/** What is longer has memory of its own. */
const LONG = 16 * 1024;

type Pieces = readonly (string | Uint8Array)[];

/** Texts in UTF-8 and bytes as they are, one after the other. */
export type Pack = (pieces: Pieces) => Uint8Array;

/**
 * Puts what is packed side by side into larger pieces of memory: an allocation outside of the heap for each would cost
 * more than the copying. One packer for what lives equally long.
 */
export function createPacker(): Pack {
  let slab = Buffer.alloc(0);
  let used = 0;
  const take = (pieces: Pieces): Uint8Array => {
    const start = used;
    used = write(pieces, slab, used);
    return slab.subarray(start, used);
  };
  return (pieces) => {
    if (atMost(pieces) <= slab.length - used) return take(pieces);
    // It may be too long for the room that is left: it is measured.
    const length = lengthOf(pieces);
    if (length > LONG) {
      const own = Buffer.allocUnsafeSlow(length);
      write(pieces, own, 0);
      return own;
    }
    if (length > slab.length - used) {
      slab = Buffer.allocUnsafeSlow(SLAB);
      used = 0;
    }
    return take(pieces);
  };
}

/** UTF-8 has three bytes for a unit of UTF-16, at most. */
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
