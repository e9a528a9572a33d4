import type { EncodeBatch } from "./encode-batch.ts";
import type { WatchEvent } from "./events.ts";
import type { Queue } from "./queue.ts";

const DONE: IteratorResult<Uint8Array, undefined> = { value: undefined, done: true };

/** Resolves when the reader of a watch may have more, to whom so many bytes of its start were handed; undefined: now. */
export type Pace = (bytes: number) => Promise<void> | undefined;

const AT_ONCE: Pace = () => undefined;

/**
 * The body of a watch: what is in the queue, encoded, until the queue ends, an event cannot be said, or the reader leaves.
 * Not generators inside of one another: each piece would go through three of them, with a dozen promises for each watcher.
 * And a generator notices that its reader has left only with its next event.
 *
 * `pace` is for the start of the watch, which may be as long as a list. What happens later waits for nobody.
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
