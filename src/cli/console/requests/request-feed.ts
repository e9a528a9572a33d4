import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { RequestEvent } from "../../../explain/stream/request-event.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { Upstream } from "../upstream.ts";
import { eventsIn } from "./events-in.ts";
import { KeptRows } from "./kept-rows.ts";

/** Rows that are kept, for all pages together: about 10 MiB. */
const MOST_ROWS = 20_000;
/** Time after the last page has left until the stream of the server is closed. */
const STAY_MS = 60_000;
const AGAIN_MS = 1_000;
/** Wait after an answer that will hardly change, such as that of another API server. */
const REFUSED_MS = 10_000;

/** State of the stream, for the pages. */
export interface FeedState {
  readonly connection: "opening" | "open" | "lost";
  /** Why there is no connection; empty if there is one. */
  readonly problem: string;
  /** Requests that a busy server did not send. */
  readonly skipped: number;
  /** Requests that may be missing because the connection was lost. */
  readonly missed: number;
}

/** Further requests that a page wants. A server sends them only to those who ask. */
export interface FeedWish {
  readonly reads: boolean;
  readonly own: boolean;
}

/**
 * The requests of the server for all pages: one stream, which is opened for the first page and opened again when it is lost,
 * and the rows of its requests.
 */
export class RequestFeed {
  readonly rows = new KeptRows(MOST_ROWS);
  /** Identifies this process: sequence numbers of rows belong to it. */
  readonly epoch = randomBytes(6).toString("hex");
  readonly #upstream: Upstream;
  readonly #waiting = new Set<() => void>();
  #state: FeedState = { connection: "opening", problem: "", skipped: 0, missed: 0 };
  #wish: FeedWish = { reads: false, own: false };
  #pages = 0;
  #leaving: NodeJS.Timeout | undefined;
  #open: AbortController | undefined;
  /** Aborts only the present connection: the loop opens the next one. */
  #connection = new AbortController();
  #lastId = "";
  /** Goes up with each change of rows or state. */
  version = 0;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** A page has come. `leave` has to be called when it goes. */
  enter(wish: FeedWish): void {
    clearTimeout(this.#leaving);
    this.#pages++;
    const reads = this.#wish.reads || wish.reads;
    const own = this.#wish.own || wish.own;
    const isMore = reads !== this.#wish.reads || own !== this.#wish.own;
    this.#wish = { reads, own };
    if (isMore) this.#connection.abort();
    if (this.#open !== undefined) return;
    this.#open = new AbortController();
    void this.#run(this.#open.signal);
  }

  leave(): void {
    if (--this.#pages > 0) return;
    this.#leaving = setTimeout(() => this.close(), STAY_MS);
    this.#leaving.unref();
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#open?.abort();
    this.#open = undefined;
    this.#connection.abort();
    this.#wish = { reads: false, own: false };
  }

  /** Resolves at the next change after `version`, or when `left` is aborted. */
  async wait(version: number, left: AbortSignal): Promise<void> {
    if (left.aborted || version !== this.version) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        left.removeEventListener("abort", done);
        resolve();
      };
      this.#waiting.add(done);
      left.addEventListener("abort", done);
    });
  }

  async #run(closed: AbortSignal): Promise<void> {
    while (!closed.aborted) {
      const connection = new AbortController();
      this.#connection = connection;
      const pause = await this.#read(connection.signal).catch((error) => {
        if (connection.signal.aborted) return 0;
        this.#tell({ connection: "lost", problem: messageOf(error) });
        return AGAIN_MS;
      });
      if (pause > 0) await delay(pause, undefined, { signal: closed }).catch(() => {});
    }
  }

  /** Reads one stream to its end. Returns the time to wait before the next one, in milliseconds. */
  async #read(left: AbortSignal): Promise<number> {
    const query = new URLSearchParams({ sample: "true" });
    if (this.#wish.reads) query.set("reads", "true");
    if (this.#wish.own) query.set("own", "true");
    const headers: Record<string, string> = this.#lastId === "" ? {} : { "last-event-id": this.#lastId };
    const answer = await this.#upstream.stream(`/explain/stream?${query}`, headers, left);
    if (answer.statusCode !== 200) {
      this.#tell({ connection: "lost", problem: await reasonOf(answer) });
      return answer.statusCode === 404 ? REFUSED_MS : AGAIN_MS;
    }
    this.#tell({ connection: "open", problem: "" });
    for await (const { id, event, data } of eventsIn(answer)) {
      if (id !== "") this.#lastId = id;
      if (event === "request") this.rows.add(JSON.parse(data) as RequestEvent);
      else if (event === "skipped") this.#tell({ skipped: this.#state.skipped + numberIn(data, "count") });
      else if (event === "missed") this.#tell({ missed: this.#state.missed + numberIn(data, "atMost") });
      this.#wake();
    }
    // A stream ends after half an hour, and is opened again.
    return left.aborted ? 0 : AGAIN_MS;
  }

  #tell(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    this.#wake();
  }

  #wake(): void {
    this.version++;
    for (const wake of [...this.#waiting]) wake();
  }
}

const numberIn = (data: string, member: string): number => Number(JSON.parse(data)[member]) || 0;

async function reasonOf(answer: IncomingMessage): Promise<string> {
  const body = await text(answer);
  if (answer.statusCode === 404)
    return "This API server does not show its requests: it is not Sallyport. Configurations and dependencies are shown.";
  return `The server answers ${answer.statusCode}: ${messageIn(body)}`;
}

function messageIn(body: string): string {
  try {
    return String(JSON.parse(body).message);
  } catch {
    return body.slice(0, 300);
  }
}
