import { oncePerObject } from "../../../async/once.ts";
import type { Accepted } from "../../respond/negotiate.ts";
import type { EncodeEvent } from "./encode-event.ts";
import type { WatchEvent } from "./events.ts";

/** Encoded events. */
interface Encoded {
  readonly chunks: readonly Uint8Array[];
  /** Number of events in the chunks; the others are for the next call. */
  readonly taken: number;
  /** True if the next event could not be encoded: the watch ends after the ones before it. */
  readonly over: boolean;
}

/** Encodes the first of these events, as many as fit into one write, and at least one. */
export type EncodeBatch = (events: readonly WatchEvent[]) => Encoded;

/** Length of the prefix of each event in protobuf (`frameEvent`). */
const LENGTH_BYTES = 4;
/**
 * Length in bytes at which encoding stops: a copy of many large objects needs much memory, and a slow client
 * would hold one of each.
 */
const CHUNK = 256 << 10;

/** Returns an encoder that joins events, for few writes. */
export function batchEncoder(encode: EncodeEvent): EncodeBatch {
  return (events) => {
    const { pieces, length, over } = encodeSome(events, encode);
    const [only] = pieces;
    const chunks = only === undefined ? [] : [pieces.length === 1 ? only : Buffer.concat(pieces, length)];
    return { chunks, taken: pieces.length, over };
  };
}

/** Returns an encoder for WebSockets: a message for each event, protobuf without its length prefix. */
export function messageEncoder(encode: EncodeEvent, { encoding }: Accepted): EncodeBatch {
  return (events) => {
    const { pieces, over } = encodeSome(events, encode);
    const chunks = encoding === "protobuf" ? pieces.map((piece) => piece.subarray(LENGTH_BYTES)) : pieces;
    return { chunks, taken: pieces.length, over };
  };
}

interface Some {
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
  readonly over: boolean;
}

function encodeSome(events: readonly WatchEvent[], encode: EncodeEvent): Some {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const event of events) {
    if (length >= CHUNK) break;
    const piece = encode(event);
    if (piece === undefined) return { pieces, length, over: true };
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    pieces.push(bytes);
    length += bytes.byteLength;
  }
  return { pieces, length, over: false };
}

/**
 * Returns an encoder for watchers with the same form of events: equal lists of events share their bytes.
 * These are cached for the lifetime of the first event.
 */
export function sharedBatchEncoder(
  encode: EncodeEvent,
  joinOf: (encode: EncodeEvent) => EncodeBatch,
): EncodeBatch {
  const join = joinOf(oncePerObject(encode));
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

const NOTHING: Encoded = { chunks: [], taken: 0, over: false };

function same(a: readonly WatchEvent[], b: readonly WatchEvent[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
