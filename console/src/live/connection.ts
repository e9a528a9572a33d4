import { effect, signal } from "@preact/signals";
import type { RowBatch, RowCounts } from "../../../src/cli/console/requests/row-stream.ts";
import { ApiError, get, messageOf } from "../api.ts";
import { credential, forgetCredential } from "../token.ts";
import { add, replace } from "./requests.ts";
import { wishQuery } from "./wish.ts";

/** `none`: the server has no stream of requests. `refused`: this tab has no token. */
type State = RowCounts["connection"] | "refused";

/** Whether requests arrive, and what is wrong when they do not. */
export const connection = signal<{
  readonly state: State;
  readonly problem: string;
  /** Time of the last change of the state. */
  readonly since: number;
}>({ state: "opening", problem: "", since: Date.now() });
/** Counts of the requests that the list does not show, and the state of the server. */
export const counts = signal<RowCounts | undefined>(undefined);
/** Time of the last start of the server that the page noticed; 0: there was none. */
export const restarted = signal(0);

let source: EventSource | undefined;
let arrived: RowBatch[number][] = [];
let frame = 0;
let lastId = "";
/** Rows before this one were cleared. */
let clearedAt = "";
/** The next rows replace those of the list. */
let isOther = false;

/** Opens the stream, and opens it again when other requests are wanted. */
export function connect(): void {
  let timer = 0;
  let wish: string | undefined;
  effect(() => {
    const wanted = wishQuery.value;
    clearTimeout(timer);
    // A person is still typing.
    timer = window.setTimeout(() => openOther(), wish === undefined ? 0 : TYPING_MS);
    wish = wanted;
  });
}

const TYPING_MS = 120;

function openOther(): void {
  isOther = true;
  lastId = clearedAt;
  void open();
}

/** Removes all rows: only new ones are shown. */
export function clear(): void {
  clearedAt = lastId;
  replace([]);
}

/** Counts the streams that were opened: only the last one is used. */
let attempts = 0;

async function open(): Promise<void> {
  const attempt = ++attempts;
  source?.close();
  const proof = await credential().catch(() => undefined);
  if (attempt !== attempts) return;
  if (proof === undefined) return lost();
  const query = new URLSearchParams(wishQuery.peek());
  query.set("token", proof);
  if (lastId !== "") query.set("after", lastId);
  const opened = new EventSource(`/api/stream?${query}`);
  source = opened;
  opened.onerror = () => {
    opened.close();
    if (attempt === attempts) void lost();
  };
  opened.addEventListener("rows", (event) => {
    lastId = event.lastEventId;
    arrived.push(...(JSON.parse(event.data) as RowBatch));
    frame ||= requestAnimationFrame(flush);
    // A page in the background has no frames.
    if (document.hidden) flush();
  });
  opened.addEventListener("state", (event) => {
    flush();
    stateArrived(JSON.parse(event.data) as RowCounts);
  });
}

function flush(): void {
  cancelAnimationFrame(frame);
  frame = 0;
  const batch = arrived;
  arrived = [];
  if (isOther) replace(batch);
  else add(batch);
  isOther = false;
}

function stateArrived(now: RowCounts): void {
  const before = counts.peek();
  if (before !== undefined && before.epoch !== now.epoch) restarted.value = Date.now();
  counts.value = now;
  tell(now.connection, now.problem);
}

const AGAIN_MS = 1000;

/** Opens the stream again, from the last row that the page has, and says what is wrong until then. Without a token, it stops. */
async function lost(): Promise<void> {
  const attempt = attempts;
  forgetCredential();
  const error = await get("/api/about").then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError && error.status === 401) return tell("refused", error.message);
  tell("lost", error === undefined ? "The server does not send its requests." : messageOf(error));
  setTimeout(() => {
    if (attempt === attempts) void open();
  }, AGAIN_MS);
}

function tell(state: State, problem: string): void {
  const before = connection.peek();
  if (before.state === state && before.problem === problem) return;
  const since = before.state === state ? before.since : Date.now();
  connection.value = { state, problem, since };
}
