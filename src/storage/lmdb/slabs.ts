const SLAB = 256 * 1024;

/**
 * Copies bytes into large pieces of memory, many to a piece: many small allocations outside the heap cost
 * more than the copies, and make the garbage collector run. A piece lives as long as any of its bytes are in
 * use.
 */
export function createSlabs(): (bytes: Buffer) => Buffer {
  let slab = Buffer.alloc(0);
  let used = 0;
  return (bytes) => {
    const { length } = bytes;
    if (length > slab.length - used) {
      slab = Buffer.allocUnsafeSlow(Math.max(SLAB, length));
      used = 0;
    }
    const copy = slab.subarray(used, used + length);
    // The database's buffer is longer than its length property: a view of its own is needed.
    copy.set(new Uint8Array(bytes.buffer, bytes.byteOffset, length));
    used += length;
    return copy;
  };
}
