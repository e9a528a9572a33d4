import type { Json } from "../../api/json.ts";
import { stringify } from "../../json/stringify.ts";
import type { Remembered } from "../remembered.ts";
import type { Listeners } from "./listeners.ts";

/** What a stream of requests is read from. */
export interface EventSource {
  readonly listeners: Listeners;
  /** The next ones after a sequence, the oldest first. */
  after(sequence: number, most: number): readonly Remembered[];
  /** The greatest sequence that is not there any more. */
  readonly lastDropped: number;
  /** How many were left out until now, for there were too many. */
  readonly skipped: number;
  /** Undefined: this one is not wanted. */
  eventOf(remembered: Remembered): Json | undefined;
}

/** Where a reader is. */
export interface Position {
  /** Which start of the server the numbers are of. */
  readonly started: string;
  /** Undefined: it begins with the oldest that is kept. */
  readonly sequence: number | undefined;
}

/** So many events in one piece. */
const BATCH = 100;
/** A connection on which nothing happens is closed by what lies between. */
const ALIVE_EVERY_MS = 15_000;
/** Then the client comes back, and is asked again who it is. */
const LONGEST_MS = 30 * 60_000;

/**
 * `follow`: goes on with what comes. Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Nothing waits in memory for a
 * reader: it goes on where it was in what is kept, and is told what it has missed. Leaving ends it at once.
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

/** At most so many, for those that nobody asked for count too. */
const missedEvent = (after: number, last: number): string =>
  `event: missed\ndata: ${JSON.stringify({ atMost: last - after })}\n\n`;
