import type { Change } from "../storage.ts";
import type { Persist } from "./persist.ts";

/** Learns of every change in the order of its revision, before the caller of `add` does. */
export interface Outcome {
  committed(change: Change): void;
  failed(change: Change): void;
}

/**
 * Group commit: changes that arrive during a commit form the next one. The outcome of all changes of a commit
 * is reported at once; then their callers are answered.
 */
export class CommitQueue {
  readonly #persist: Persist;
  readonly #outcome: Outcome;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(persist: Persist, outcome: Outcome) {
    this.#persist = persist;
    this.#outcome = outcome;
  }

  /** Resolves when the change is durable and its outcome is reported; rejects with the error of the commit. */
  add(change: Change): Promise<void> {
    // Serialised here, the bytes are made while the commit before is under way.
    void change.entry.document.bytes;
    const done = new Promise<void>((resolve, reject) => this.#waiting.push({ change, resolve, reject }));
    this.#running ??= this.#run();
    return done;
  }

  /** Resolves when no commit is in progress. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Requests that arrived together write in one turn of the event loop: wait for all of them.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#commit(batch);
    }
    this.#running = undefined;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#persist.commit(batch.map(({ change }) => change));
    } catch (error) {
      for (const { change } of batch) this.#outcome.failed(change);
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { change } of batch) this.#outcome.committed(change);
    for (const { resolve } of batch) resolve();
  }
}

interface Waiting {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
