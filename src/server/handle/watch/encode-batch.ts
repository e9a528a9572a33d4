import type { Accepted } from "../../respond/negotiate.ts";
import type { EncodeEvent } from "./encode-event.ts";
import type { WatchEvent } from "./events.ts";

/** Events as they go over the wire. `over`: one could not be said, and the watch ends with what is before it. */
export interface Encoded {
  readonly chunks: readonly Uint8Array[];
  readonly over: boolean;
}

export type EncodeBatch = (events: readonly WatchEvent[]) => Encoded;

/** In front of each event in protobuf (`frameEvent`). */
const LENGTH_BYTES = 4;
/** Chunks are cut when they have become this long, in bytes: a copy of many large objects would be a burden. */
const CHUNK = 256 << 10;

/** Joins events, so that there are few writes. */
export function batchEncoder(encode: EncodeEvent): EncodeBatch {
  return (events) => {
    const chunks: Uint8Array[] = [];
    let pieces: Uint8Array[] = [];
    let length = 0;
    const cut = () => {
      const [only] = pieces;
      if (only !== undefined) chunks.push(pieces.length === 1 ? only : Buffer.concat(pieces, length));
      pieces = [];
      length = 0;
    };
    for (const event of events) {
      const piece = encode(event);
      if (piece === undefined) {
        cut();
        return { chunks, over: true };
      }
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      pieces.push(bytes);
      length += bytes.byteLength;
      if (length >= CHUNK) cut();
    }
    cut();
    return { chunks, over: false };
  };
}

/** For WebSockets: a message for each event, protobuf without the length before it. */
export function messageEncoder(encode: EncodeEvent, { encoding }: Accepted): EncodeBatch {
  const message = (piece: Uint8Array | string): Uint8Array => {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    return encoding === "protobuf" ? bytes.subarray(LENGTH_BYTES) : bytes;
  };
  return (events) => {
    const pieces = events.map(encode);
    const failed = pieces.indexOf(undefined);
    const whole = failed < 0 ? pieces : pieces.slice(0, failed);
    return {
      chunks: whole.flatMap((piece) => (piece === undefined ? [] : message(piece))),
      over: failed >= 0,
    };
  };
}

/**
 * The same for watchers whose events look alike: who is handed the same events gets the same bytes. They are kept for as
 * long as the first of the events.
 */
export function sharedBatchEncoder(
  encode: EncodeEvent,
  joinOf: (encode: EncodeEvent) => EncodeBatch,
): EncodeBatch {
  const join = joinOf(shared(encode));
  const known = new WeakMap<WatchEvent, { events: readonly WatchEvent[]; encoded: Encoded }>();
  return (events) => {
    const [first] = events;
    if (first === undefined) return NOTHING;
    const last = known.get(first);
    if (last !== undefined && same(last.events, events)) return last.encoded;
    const encoded = join(events);
    known.set(first, { events, encoded });
    return encoded;
  };
}

const NOTHING: Encoded = { chunks: [], over: false };

function shared(encode: EncodeEvent): EncodeEvent {
  const known = new WeakMap<WatchEvent, Uint8Array | string>();
  return (event) => {
    const earlier = known.get(event);
    if (earlier !== undefined) return earlier;
    const made = encode(event);
    if (made !== undefined) known.set(event, made);
    return made;
  };
}

function same(a: readonly WatchEvent[], b: readonly WatchEvent[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
