const TEXT = 0x81;
const BINARY = 0x82;
/**
 * Longest payload whose length fits in the second byte of a frame, in bytes. The values 126 and 127 in that
 * byte mean that the length follows in two or in eight bytes.
 */
const SHORT = 125;
const MOST_OF_TWO_BYTES = 0xffff;

/** Frames by the pieces that they contain, which watches of the same objects share. */
const known = { texts: new WeakMap<Uint8Array, Buffer>(), bytes: new WeakMap<Uint8Array, Buffer>() };

/**
 * Returns a server's message as one frame without a mask (RFC 6455, 5.2). The library's `send` would write
 * head and payload separately, and the encryption of each connection would copy both into one.
 */
export function messageFrame(piece: Uint8Array | string, messagesAre: "texts" | undefined): Buffer {
  if (typeof piece === "string") return frame(Buffer.from(piece), TEXT);
  const frames = messagesAre === "texts" ? known.texts : known.bytes;
  let made = frames.get(piece);
  if (made === undefined) {
    made = frame(piece, messagesAre === "texts" ? TEXT : BINARY);
    frames.set(piece, made);
  }
  return made;
}

function frame(payload: Uint8Array, first: number): Buffer {
  const head = headOf(first, payload.byteLength);
  return Buffer.concat([head, payload]);
}

function headOf(first: number, length: number): Buffer {
  if (length <= SHORT) return Buffer.from([first, length]);
  const isMiddle = length <= MOST_OF_TWO_BYTES;
  const head = Buffer.alloc(isMiddle ? 4 : 10);
  head.writeUInt16BE((first << 8) | (isMiddle ? 126 : 127));
  if (isMiddle) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
