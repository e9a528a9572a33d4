import { signal } from "@preact/signals";
import type { RequestEvent } from "../../../src/explain/stream/request-event.ts";
import { ApiError, get, messageOf } from "../api.ts";
import { token } from "../token.ts";
import { add } from "./requests.ts";

/** Whether requests arrive, and what is wrong when they do not. */
export const connection = signal<{ state: "opening" | "open" | "lost"; problem: string }>({
  state: "opening",
  problem: "",
});
/** Requests that were missed, at most. */
export const missed = signal(0);
/** Requests that a busy server has not sent. */
export const skipped = signal(0);
export const withReads = signal(false);
export const withOwn = signal(false);

let source: EventSource | undefined;
let arrived: RequestEvent[] = [];
let frame = 0;
/** The browser repeats it only while it connects again by itself. */
let lastId = "";

/** Opens the stream, or opens it again after what is wanted has changed. */
export function connect(): void {
  source?.close();
  const query = new URLSearchParams({ token: token() });
  if (withReads.value) query.set("reads", "true");
  if (withOwn.value) query.set("own", "true");
  if (lastId !== "") query.set("lastEventId", lastId);
  const opened = new EventSource(`/api/stream?${query}`);
  source = opened;
  opened.onopen = () => {
    connection.value = { state: "open", problem: "" };
  };
  opened.onerror = () => lost(opened);
  opened.addEventListener("request", (event) => {
    lastId = event.lastEventId;
    arrived.push(JSON.parse(event.data) as RequestEvent);
    frame ||= requestAnimationFrame(flush);
    // A page in the background has no frames.
    if (document.hidden && arrived.length > 500) flush();
  });
  opened.addEventListener("skipped", (event) => {
    skipped.value += (JSON.parse(event.data) as { count: number }).count;
  });
  opened.addEventListener("missed", (event) => {
    missed.value += (JSON.parse(event.data) as { atMost: number }).atMost;
  });
}

function flush(): void {
  cancelAnimationFrame(frame);
  frame = 0;
  const events = arrived;
  arrived = [];
  add(events);
}

const AGAIN_MS = 3000;

/** The browser comes back by itself, unless it was refused: then we say why, and try again. */
function lost(opened: EventSource): void {
  connection.value = { state: "lost", problem: connection.value.problem };
  if (opened.readyState !== EventSource.CLOSED) return;
  get("/api/about").then(
    () => tell("The server does not send its requests."),
    (error) => tell(error instanceof ApiError && error.status === 401 ? OLD_TOKEN : messageOf(error)),
  );
  setTimeout(() => {
    if (source === opened) connect();
  }, AGAIN_MS);
}

const OLD_TOKEN = "This tab has no token, or an old one: open the link that the server printed.";

function tell(problem: string): void {
  connection.value = { state: "lost", problem };
}
