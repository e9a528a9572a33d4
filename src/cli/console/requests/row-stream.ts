import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { KeptRow } from "./kept-rows.ts";
import { Repeats } from "./repeats.ts";
import type { FeedState, RequestFeed } from "./request-feed.ts";
import type { Row } from "./row.ts";
import { isHidden, type RowFilter, type RowWish, rowFilter } from "./row-filter.ts";

/** State that follows each batch of rows: what the list does not show. */
export interface RowCounts extends FeedState {
  /** Identifies the process whose sequence numbers the events have. */
  readonly epoch: string;
  /** Rows that are kept, whatever the filter. */
  readonly kept: number;
  /** Rows of controllers that the filter left out, since the stream was opened. */
  readonly hidden: number;
}

/** Rows in one event. */
export type RowBatch = readonly Row[];

/** Largest number of rows that a new page gets, and the size of one event. */
const MOST_ROWS = 10_000;
const BATCH = 500;
/** Pause between batches: people do not read faster, and each batch makes the page draw. */
const TOGETHER_MS = 100;

/**
 * Sends the rows that a page wants as server-sent events: the newest ones that are kept, then each new one. Events `rows` have a
 * `RowBatch`, events `state` have `RowCounts`. A page that connects again sends the id of the last event that it got.
 */
export async function streamRows(
  feed: RequestFeed,
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams }: URL,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  const wish = wishIn(searchParams);
  response.writeHead(200, { "content-type": "text/event-stream" });
  feed.enter({ reads: wish.reads, own: wish.system });
  try {
    const from = positionIn(request, searchParams, feed);
    await send(feed, { wish, filter: rowFilter(wish), from }, response, left.signal);
  } finally {
    feed.leave();
    response.end();
  }
}

const wishIn = (query: URLSearchParams): RowWish => ({
  text: query.get("filter") ?? "",
  refused: query.get("refused") === "true",
  system: query.get("system") === "true",
  reads: query.get("reads") === "true",
});

/** The last row that the page has; 0 if it has none of this process. */
function positionIn(request: IncomingMessage, query: URLSearchParams, { epoch, rows }: RequestFeed): number {
  const given = String(request.headers["last-event-id"] ?? query.get("after") ?? "");
  const [of = "", sequence = ""] = given.split("-");
  return of === epoch && /^\d{1,15}$/.test(sequence) ? Math.min(Number(sequence), rows.last) : 0;
}

interface Sent {
  readonly wish: RowWish;
  readonly filter: RowFilter;
  readonly from: number;
}

async function send(
  feed: RequestFeed,
  { wish, filter, from }: Sent,
  response: ServerResponse,
  left: AbortSignal,
): Promise<void> {
  let at = from;
  let hidden = 0;
  let last = "";
  const repeats = new Repeats();
  while (!left.aborted) {
    const { version } = feed;
    const fresh = feed.rows.after(at);
    at = feed.rows.last;
    const told = wish.system ? fresh : fresh.filter(({ row }) => !isHidden(row) && !repeats.has(row));
    hidden += fresh.length - told.length;
    const shown = told.filter(({ row, text }) => filter(row, text)).slice(-MOST_ROWS);
    for (const batch of batchesOf(shown)) await write(response, rowsEvent(batch, feed.epoch), left);
    const counts: RowCounts = { ...feed.state, epoch: feed.epoch, kept: feed.rows.count, hidden };
    const state = `event: state\ndata: ${JSON.stringify(counts)}\n\n`;
    if (state !== last) await write(response, state, left);
    last = state;
    await feed.wait(version, left);
    await delay(TOGETHER_MS, undefined, { signal: left }).catch(() => {});
  }
}

function* batchesOf(rows: readonly KeptRow[]): Generator<readonly KeptRow[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

const rowsEvent = (batch: readonly KeptRow[], epoch: string): string =>
  `id: ${epoch}-${batch.at(-1)?.sequence}\nevent: rows\ndata: ${JSON.stringify(batch.map(({ row }) => row))}\n\n`;

/** Waits for a slow page. */
async function write(response: ServerResponse, text: string, left: AbortSignal): Promise<void> {
  if (left.aborted || response.write(text)) return;
  await once(response, "drain", { signal: left }).catch(() => {});
}
