import { encodeFrame, FRAME_LIMIT, TYPE } from "./frames.ts";

/** Settings of the other side (RFC 9113, 6.5.2). */
export interface Settings {
  /** Streams at once. */
  readonly streams: number;
  /** Bytes of a stream before the receiver has to renew the window. */
  readonly window: number;
  /** Bytes of one frame. */
  readonly frame: number;
}

export const NO_SETTINGS: Settings = {
  streams: Number.POSITIVE_INFINITY,
  window: 65_535,
  frame: FRAME_LIMIT,
};

const [TABLE, PUSH, STREAMS, WINDOW, FRAME] = [1, 2, 3, 4, 5] as const;
const ENTRY = 6;

/** Settings after a frame; a setting that it does not have keeps its value. Unknown settings are ignored. */
export function readSettings(payload: Buffer, before: Settings): Settings {
  let { streams, window, frame } = before;
  for (let at = 0; at + ENTRY <= payload.length; at += ENTRY) {
    const value = payload.readUInt32BE(at + 2);
    const name = payload.readUInt16BE(at);
    if (name === STREAMS) streams = value;
    else if (name === WINDOW) window = value;
    else if (name === FRAME) frame = value;
  }
  return { streams, window, frame };
}

/**
 * Settings of this side: no pushed streams, no table of headers, and a window of the given number of bytes
 * per stream.
 */
export function settingsFrame(window: number): Buffer {
  const wishes = [[TABLE, 0] as const, [PUSH, 0] as const, [WINDOW, window] as const];
  const payload = Buffer.alloc(ENTRY * wishes.length);
  wishes.forEach(([name, value], i) => {
    payload.writeUInt32BE(value, payload.writeUInt16BE(name, ENTRY * i));
  });
  return encodeFrame(TYPE.settings, 0, 0, payload);
}
