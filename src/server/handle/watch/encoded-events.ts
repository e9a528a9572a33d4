import type { EncodeBatch } from "./encode-batch.ts";
import type { WatchEvent } from "./events.ts";
import type { Queue } from "./queue.ts";

const DONE: IteratorResult<Uint8Array, undefined> = { value: undefined, done: true };

/**
 * Resolves when the reader of a watch may receive more, after `bytes` of the initial events; undefined:
 * immediately.
 */
type Pace = (bytes: number) => Promise<void> | undefined;

const AT_ONCE: Pace = () => undefined;

/**
 * Returns the body of a watch: encoded events of the queue until the queue ends, an event cannot be encoded,
 * or the reader leaves. It uses no nested generators: each piece would pass through three of them, with a
 * dozen promises for each watcher. Also, a generator detects that its reader has left only with its next
 * event.
 *
 * `pace` is for the initial events, which may be as long as a list. Later events are not delayed.
 */
export function encodedEvents(
  queue: Queue<WatchEvent>,
  encode: EncodeBatch,
  pace = AT_ONCE,
): AsyncIterable<Uint8Array> {
  let events: readonly WatchEvent[] = [];
  let chunks: readonly Uint8Array[] = [];
  let at = 0;
  let over = false;
  let ofStart = queue.filled;
  let handed = 0;
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    for (;;) {
      const chunk = chunks[at++];
      if (chunk !== undefined) return { value: chunk, done: false };
      if (over) return leave();
      if (events.length === 0) {
        const waiting = await queue.take();
        if (waiting === undefined) return leave();
        events = waiting;
      }
      const turn = ofStart > 0 ? pace(handed) : undefined;
      if (turn !== undefined) {
        await turn;
        handed = 0;
      }
      encodeMore();
    }
  };
  const leave = (): IteratorResult<Uint8Array, undefined> => {
    events = [];
    chunks = [];
    queue.leave();
    return DONE;
  };
  const encodeMore = () => {
    try {
      const encoded = encode(events);
      events = events.slice(encoded.taken);
      ({ chunks, over } = encoded);
      at = 0;
      ofStart -= encoded.taken;
      for (const chunk of chunks) handed += chunk.byteLength;
    } catch (error) {
      queue.leave();
      throw error;
    }
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: async () => leave() }) };
}
