import type { SharedRequest } from "./messages.ts";
import type { Peers } from "./peers.ts";

/** Limit for the text that a client has not taken yet, in characters (16 MiB). A slower client loses its stream, and connects again. */
const MOST_WAITING = 16 << 20;
/** Ids that the console sends back have at most this length. */
const MOST_ID = 64;
const BETWEEN = "_";
/** Stands for the other servers until the parent has named them. */
const UNKNOWN = 0;

/** Splits the position of a joined stream into those of its servers, by their numbers. */
export const positionsIn = (lastEventId: string): readonly string[] => lastEventId.split(BETWEEN);

/**
 * Joins the server-sent events of this server with those of all others. The id of an event has the positions in all streams, so that
 * a client can continue where it has stopped; it has only one of them if they are too long together.
 */
export async function* mergedEvents(
  own: AsyncIterable<Uint8Array | string>,
  peers: Peers,
  request: SharedRequest,
): AsyncGenerator<string, void, undefined> {
  const events = new JoinedEvents();
  events.open([peers.number, UNKNOWN]);
  const end = peers.ask(request, {
    asked: (of) => {
      events.open(of);
      events.take(UNKNOWN, "", true);
    },
    part: (from, { text = "", isEnd }) => events.take(from, text, isEnd === true),
  });
  const pieces = own[Symbol.asyncIterator]();
  const readOwn = async (): Promise<void> => {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next())
      events.take(peers.number, next.value.toString(), false);
    events.take(peers.number, "", true);
  };
  void readOwn().catch(() => events.take(peers.number, "", true));
  try {
    yield* events.read();
  } finally {
    end();
    await pieces.return?.();
  }
}

/** Whole events of several streams, in the order of their arrival. */
class JoinedEvents {
  readonly #rests = new Map<number, string>();
  readonly #positions: string[] = [];
  #waiting = "";
  #isOver = false;
  #wake: () => void = () => {};

  open(processes: readonly number[]): void {
    for (const process of processes) this.#rests.set(process, "");
  }

  take(process: number, text: string, isEnd: boolean): void {
    const before = this.#rests.get(process);
    if (before === undefined) return;
    const blocks = (before + text).split("\n\n");
    this.#rests.set(process, blocks.pop() ?? "");
    for (const block of blocks) this.#waiting += `${this.#withPosition(process, block)}\n\n`;
    if (isEnd) this.#rests.delete(process);
    this.#isOver ||= this.#rests.size === 0 || this.#waiting.length > MOST_WAITING;
    this.#wake();
  }

  async *read(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const text = this.#waiting;
      this.#waiting = "";
      if (text !== "") yield text;
      else if (this.#isOver) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #withPosition(process: number, block: string): string {
    if (!block.startsWith("id: ")) return block;
    const end = block.indexOf("\n");
    this.#positions[process - 1] = block.slice("id: ".length, end);
    const all = Array.from(this.#positions, (one) => one ?? "0").join(BETWEEN);
    return all.length > MOST_ID ? block : `id: ${all}${block.slice(end)}`;
  }
}
