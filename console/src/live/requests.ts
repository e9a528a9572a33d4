import { signal } from "@preact/signals";
import type { Row } from "../../../src/cli/console/requests/row.ts";

/** Largest number of rows that the page keeps. */
const MOST_ROWS = 10_000;
/** Number of rows that are removed together, so that not each new row moves all others. */
const DROP = 500;

export const paused = signal(false);

let shown: Row[] = [];
let pending: Row[] = [];
let arrived = 0;

/** The rows of the list, the oldest first. `arrived` counts those that came at the end since the page was opened. */
export const rows = signal({ list: shown as readonly Row[], waiting: 0, arrived });

const tell = (): void => {
  rows.value = { list: shown, waiting: pending.length, arrived };
};

/** New requests, in the order in which they were answered. */
export function add(more: readonly Row[]): void {
  if (more.length === 0) return;
  if (paused.value) {
    pending.push(...more);
    if (pending.length > MOST_ROWS) pending = pending.slice(-MOST_ROWS);
  } else append(more);
  tell();
}

function append(more: readonly Row[]): void {
  shown.push(...more);
  arrived += more.length;
  if (shown.length >= MOST_ROWS + DROP) shown = shown.slice(-MOST_ROWS);
}

/** Other rows than before: the filter has changed. */
export function replace(all: readonly Row[]): void {
  shown = [...all];
  pending = [];
  tell();
}

export function setPaused(isPaused: boolean): void {
  paused.value = isPaused;
  if (isPaused) return;
  append(pending);
  pending = [];
  tell();
}
