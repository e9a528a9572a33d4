/** Several documents to a piece of memory; one that lives on keeps no more than this alive. */
const SLAB = 64 * 1024;
/** What is longer has memory of its own. */
const LONG = 16 * 1024;

let slab = Buffer.alloc(0);
let used = 0;

/** Texts in UTF-8 and bytes as they are, one after the other. An allocation for each would cost more than the copying. */
export function packBytes(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  let most = 0;
  for (const piece of pieces) most += typeof piece === "string" ? 3 * piece.length : piece.length;
  if (most > slab.length - used) return packTightly(pieces);
  const start = used;
  used = write(pieces, slab, used);
  return slab.subarray(start, used);
}

/** Where it may be too long for the room that is left, it is measured first. */
function packTightly(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  let length = 0;
  for (const piece of pieces) length += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
  if (length > LONG) {
    const own = Buffer.allocUnsafeSlow(length);
    write(pieces, own, 0);
    return own;
  }
  if (length > slab.length - used) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const start = used;
  used = write(pieces, slab, used);
  return slab.subarray(start, used);
}

function write(pieces: readonly (string | Uint8Array)[], to: Buffer, from: number): number {
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
