import { inspect } from "node:util";
import { Document } from "../../api/object/document.ts";
import type { Json } from "../../json/value.ts";
import type { Entry, Seal, Storage, StorageError, WriteResult } from "../storage.ts";

/** Returns a seal with the same document for each revision. */
export const sealing =
  (value: Json): Seal =>
  () =>
    new Document(value);

/** Entry of a write that succeeded. Throws for a conflict. */
export function written(result: WriteResult): Entry {
  if (result.kind !== "written") throw new Error("expected the write to succeed, but it met a conflict");
  return result.entry;
}

/** Creates `count` objects with the keys `k00`, `k01` … below the prefix. */
export async function fill(storage: Storage, prefix: string, count: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let n = 0; n < count; n++) {
    entries.push(written(await storage.create(`${prefix}k${String(n).padStart(2, "0")}`, sealing({ n }))));
  }
  return entries;
}

/** Creates, updates and deletes by turns; each takes one revision. */
export async function churn(storage: Storage, prefix: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const key = `${prefix}${n % 7}`;
    const current = await storage.get(key);
    if (current === undefined) await storage.create(key, sealing({ n }));
    else if (n % 3 === 0) await storage.delete(key, current.revision);
    else await storage.update(key, current.revision, sealing({ n }));
  }
}

/** Adds one to the number `n` of an object, and repeats this after each conflict. */
export async function increment(storage: Storage, key: string): Promise<void> {
  for (;;) {
    const current = await storage.get(key);
    const { n } = (current?.document.value ?? { n: 0 }) as { n: number };
    const result = await storage.update(key, current?.revision ?? 0, sealing({ n: n + 1 }));
    if (result.kind === "written") return;
  }
}

/** Deletes the object in its current revision. Throws if there is none. */
export async function remove(storage: Storage, key: string): Promise<void> {
  written(await storage.delete(key, (await storage.get(key))?.revision ?? 0));
}

/** Starts a watch. `seen` collects the revisions of its changes. */
export function watching(storage: Storage, prefix: string, from: number): { from: number; seen: number[] } {
  const seen: number[] = [];
  storage.watch(prefix, from, { change: ({ revision }) => seen.push(revision), closed: () => {} });
  return { from, seen };
}

/** Starts a watch from now on. The list collects the keys of its changes. */
export function watchedKeys(storage: Storage, prefix: string): string[] {
  const seen: string[] = [];
  storage.watch(prefix, storage.revision, { change: ({ key }) => seen.push(key), closed: () => {} });
  return seen;
}

/** Keys below a prefix, in order. */
export async function keys(storage: Storage, prefix: string, after?: string): Promise<string[]> {
  const { entries } = await storage.list(prefix, after === undefined ? {} : { after });
  return entries.map(({ key }) => key);
}

/** All objects of a storage, for comparisons. */
export async function content(storage: Storage): Promise<unknown> {
  return contentOf((await storage.list("")).entries);
}

/** Keys, revisions and values of entries, for comparisons. */
export function contentOf(entries: readonly Entry[]): unknown {
  return entries.map(({ key, revision, document }) => ({ key, revision, value: document.value }));
}

/** Options of the next page of a list. */
export function afterLast(entries: readonly Entry[], options: { revision: number; limit: number }) {
  return { ...options, after: entries.at(-1)?.key ?? "" };
}

/** Integers from `from` to `to`, both included. */
export function sequence(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** Code of the error with which the promise is rejected; `no error` if it is resolved. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "no error",
    (error: StorageError) => error.code,
  );
}

/**
 * Waits until a condition holds; its events have no other sign. Throws an Error after `seconds`, with the source of the
 * condition and the last value of `seen`.
 */
export async function until(done: () => boolean, seen?: () => unknown, seconds = 120): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!done()) {
    if (performance.now() > deadline) {
      const last = seen === undefined ? "" : `; last seen: ${inspect(seen(), { depth: 4 })}`;
      throw new Error(`${done} did not hold within ${seconds} seconds${last}`);
    }
    await letEventsArrive();
  }
}

/**
 * Waits until what was scheduled before has run. The immediate comes last: a timer alone can end before an immediate
 * that was set earlier, when both are set while other immediates run and the turn takes longer than the timer.
 */
export function letEventsArrive(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve), 2));
}

/** Listener that must not be called. */
export function fail(): void {
  throw new Error("this call was not expected");
}
