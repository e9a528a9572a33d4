import { stringify } from "../../json/stringify.ts";
import type { Json } from "../../json/value.ts";
import type { Remembered } from "../remembered.ts";

/** Source of a stream of requests. */
export interface EventSource {
  readonly listeners: Listeners;
  /** Returns the requests after a sequence number, the oldest first. */
  after(sequence: number, most: number): readonly Remembered[];
  /** The greatest sequence number that is no longer kept. */
  readonly lastDropped: number;
  /** Number of requests that were not sampled because there were too many. */
  readonly skipped: number;
  /** Builds the event of a request; undefined if the client does not want it. */
  eventOf(remembered: Remembered): Json | undefined;
}

/** Position of a client in the stream. */
export interface Position {
  /** Identifies the start of the server that the sequence numbers belong to. */
  readonly started: string;
  /** Undefined if the stream begins with the oldest request that is kept. */
  readonly sequence: number | undefined;
}

/** Number of events in one chunk. */
const BATCH = 100;
/** Interval of comments that keep the connection open: proxies close idle connections. */
const ALIVE_EVERY_MS = 15_000;
/** Longest duration of a stream. After it the client connects again, and is authenticated again. */
const LONGEST_MS = 30 * 60_000;

/**
 * Returns server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). With `follow`
 * the stream continues with new requests. Events are not queued for slow clients: each client reads from the
 * kept requests at its own position, and receives the number of those it missed. The stream ends immediately
 * when the client disconnects.
 */
export function eventStream(source: EventSource, follow: boolean, from: Position): AsyncIterable<string> {
  const left = new AbortController();
  const pieces = piecesOf(source, from, follow ? left.signal : undefined);
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => pieces.next(),
      return() {
        left.abort();
        return pieces.return(undefined);
      },
    }),
  };
}

async function* piecesOf(
  source: EventSource,
  from: Position,
  left: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  source.listeners.enter();
  try {
    yield* eventsFrom(source, from, left);
  } finally {
    source.listeners.leave();
  }
}

async function* eventsFrom(
  source: EventSource,
  { started, sequence }: Position,
  left: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  let at = sequence ?? 0;
  let told = sequence ?? source.lastDropped;
  let skipped = source.skipped;
  const until = performance.now() + LONGEST_MS;
  yield "retry: 1000\n\n";
  while (left?.aborted !== true && performance.now() < until) {
    const missed = source.lastDropped > told ? missedEvent(told, source.lastDropped) : "";
    told = Math.max(told, source.lastDropped);
    const next = source.after(at, BATCH);
    at = next.at(-1)?.sequence ?? at;
    told = Math.max(told, at);
    const more = source.skipped - skipped;
    skipped += more;
    const text =
      missed +
      (more > 0 ? `event: skipped\ndata: ${JSON.stringify({ count: more })}\n\n` : "") +
      next.map((one) => eventText(source.eventOf(one), `${started}-${one.sequence}`)).join("");
    if (text !== "") yield text;
    if (next.length > 0) continue;
    if (left === undefined) return;
    const waitedFrom = performance.now();
    await source.listeners.wait(ALIVE_EVERY_MS, left);
    if (performance.now() - waitedFrom >= ALIVE_EVERY_MS) yield ": alive\n\n";
  }
}

const eventText = (value: Json | undefined, id: string): string =>
  value === undefined ? "" : `id: ${id}\nevent: request\ndata: ${stringify(value)}\n\n`;

/**
 * `atMost`: upper limit of the requests that the client missed, which includes requests that it did not want.
 */
const missedEvent = (after: number, last: number): string =>
  `event: missed\ndata: ${JSON.stringify({ atMost: last - after })}\n\n`;

/** Subscribers of the request stream. Without subscribers no events are built. */
export class Listeners {
  readonly #waiting = new Set<() => void>();
  readonly #changed: () => void;
  readonly #stayMs: number;
  readonly #togetherMs: number;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;
  #leaving: NodeJS.Timeout | undefined;

  /** True while there are subscribers, and for `stayMs` after the last one left. */
  isHeard = false;

  /**
   * Calls `changed` when the first subscriber arrives, and `stayMs` milliseconds after the last one left.
   * Events within `togetherMs` are sent together, so that a busy server does not write each event separately.
   */
  constructor(changed: () => void, { stayMs, togetherMs }: { stayMs: number; togetherMs: number }) {
    this.#changed = changed;
    this.#stayMs = stayMs;
    this.#togetherMs = togetherMs;
  }

  /** Number of subscribers. */
  get open(): number {
    return this.#open;
  }

  enter(): void {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    if (this.#open++ === 0) this.#tell(true);
  }

  leave(): void {
    if (--this.#open > 0) return;
    this.#leaving = setTimeout(() => this.#tell(false), this.#stayMs);
    this.#leaving.unref();
  }

  /** Wakes all subscribers after `togetherMs`. */
  announce(): void {
    if (this.#waiting.size === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#wakeAll(), this.#togetherMs);
    this.#timer.unref();
  }

  /** Resolves at the next event, after `milliseconds`, or when `stopped` is aborted. */
  async wait(milliseconds: number, stopped: AbortSignal): Promise<void> {
    if (stopped.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        stopped.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      timer.unref();
      this.#waiting.add(done);
      stopped.addEventListener("abort", done);
    });
  }

  #tell(isHeard: boolean): void {
    if (this.isHeard === isHeard) return;
    this.isHeard = isHeard;
    this.#changed();
  }

  #wakeAll(): void {
    this.#timer = undefined;
    for (const wake of [...this.#waiting]) wake();
  }
}
