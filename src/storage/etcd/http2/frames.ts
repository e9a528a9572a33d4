/** RFC 9113, section 6. */
export const TYPE = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;

export const FLAG = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

/** Section 7. */
export const REASON = { none: 0, refused: 7, cancel: 8 } as const;

export const HEAD_BYTES = 9;
/** Maximum length of a frame in bytes, the default of HTTP/2: this client does not announce a larger one. */
export const FRAME_LIMIT = 16_384;

/** A frame of HTTP/2 (RFC 9113, 4.1). */
export interface Frame {
  /** One of `TYPE`. */
  readonly type: number;
  readonly flags: number;
  /** Id of the stream; 0: the connection. */
  readonly stream: number;
  readonly payload: Buffer;
}

/** Writes the header of a frame at `at`, and returns the index after it. */
export function writeFrameHead(
  to: Buffer,
  at: number,
  { type, flags, stream, length }: { type: number; flags: number; stream: number; length: number },
): number {
  to.writeUIntBE(length, at, 3);
  to[at + 3] = type;
  to[at + 4] = flags;
  return to.writeUInt32BE(stream, at + 5);
}

/** Bytes of a frame. */
export function encodeFrame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
  payload.copy(bytes, writeFrameHead(bytes, 0, { type, flags, stream, length: payload.length }));
  return bytes;
}

/** Big-endian numbers of four bytes each. */
export const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(4 * values.length);
  values.forEach((value, i) => void bytes.writeUInt32BE(value, 4 * i));
  return bytes;
};

/** Cuts what comes into frames. */
export class FrameCutter {
  #rest: Buffer = Buffer.alloc(0);

  /** The frames that are whole now. Throws for one that is too long. */
  push(piece: Buffer): Frame[] {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const frames: Frame[] = [];
    let at = 0;
    while (bytes.length - at >= HEAD_BYTES) {
      const length = bytes.readUIntBE(at, 3);
      if (length > FRAME_LIMIT) throw new Error(`a frame of ${length} bytes`);
      const end = at + HEAD_BYTES + length;
      if (end > bytes.length) break;
      frames.push({
        type: bytes[at + 3]!,
        flags: bytes[at + 4]!,
        stream: bytes.readUInt32BE(at + 5) & 0x7f_ff_ff_ff,
        payload: bytes.subarray(at + HEAD_BYTES, end),
      });
      at = end;
    }
    this.#rest = bytes.subarray(at);
    return frames;
  }
}

/**
 * Returns the content of a data or header frame without padding and priority. Throws if these are longer than
 * the frame.
 */
export function contentOf({ flags, payload, type }: Frame): Buffer {
  const padding = (flags & FLAG.padded) !== 0 ? (payload[0] ?? 0) + 1 : 0;
  const before = (padding > 0 ? 1 : 0) + (type === TYPE.headers && (flags & FLAG.priority) !== 0 ? 5 : 0);
  const end = payload.length - Math.max(0, padding - 1);
  if (before > end) throw new Error("a frame with more padding than content");
  return payload.subarray(before, end);
}
