import { computed, signal } from "@preact/signals";
import type { RequestEvent } from "../../../src/explain/stream/request-event.ts";
import { filterOf } from "./filter.ts";

/** Largest number of rows that the page keeps. */
export const MOST_ROWS = 10_000;
/** Number of rows that are removed together, so that not each new row moves all others. */
const DROP = 500;

export const filterText = signal("");
export const deniedOnly = signal(false);
export const paused = signal(false);
/** Goes up whenever rows have changed. */
const changes = signal(0);

let all: RequestEvent[] = [];
let shown: RequestEvent[] = [];
let pending: RequestEvent[] = [];
let filter = filterOf("", false);
let arrived = 0;
let used = ["", false] as readonly [string, boolean];

/** The rows that pass the filter, the oldest first. `arrived` counts those that came at the end. */
export const rows = computed(() => {
  changes.value;
  refilter(filterText.value, deniedOnly.value);
  return { list: shown, total: all.length, waiting: pending.length, arrived };
});

function refilter(text: string, denied: boolean): void {
  if (used[0] === text && used[1] === denied) return;
  used = [text, denied];
  filter = filterOf(text, denied);
  shown = all.filter(filter);
}

/** New requests, in the order in which they were answered. */
export function add(events: readonly RequestEvent[]): void {
  if (events.length === 0) return;
  if (paused.value) {
    pending.push(...events);
    if (pending.length > MOST_ROWS) pending = pending.slice(-MOST_ROWS);
  } else append(events);
  changes.value++;
}

function append(events: readonly RequestEvent[]): void {
  for (const event of events) {
    all.push(event);
    if (!filter(event)) continue;
    shown.push(event);
    arrived++;
  }
  if (all.length < MOST_ROWS + DROP) return;
  all = all.slice(-MOST_ROWS);
  shown = all.filter(filter);
}

export function setPaused(isPaused: boolean): void {
  paused.value = isPaused;
  if (isPaused) return;
  append(pending);
  pending = [];
  changes.value++;
}

export function clear(): void {
  all = [];
  shown = [];
  pending = [];
  changes.value++;
}

/** Adds a word to the filter, or takes it out when it is there. */
export function toggleWord(word: string): void {
  const words = filterText.value.split(/\s+/).filter((one) => one !== "");
  const rest = words.filter((one) => one !== word);
  filterText.value = (rest.length < words.length ? rest : [...words, word]).join(" ");
}

/** Everything that has been seen and is still kept, whatever the filter. */
export function seenEvents(): readonly RequestEvent[] {
  changes.value;
  return all;
}
