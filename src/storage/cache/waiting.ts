import type { StorageError } from "../storage.ts";

interface Waiter {
  readonly revision: number;
  done(reached: boolean): void;
  failed(error: StorageError): void;
}

/** Callers that wait for a revision to arrive. */
export class Waiting {
  #newest: number;
  #waiters: Waiter[] = [];

  constructor(newest: number) {
    this.#newest = newest;
  }

  get newest(): number {
    return this.#newest;
  }

  get nobody(): boolean {
    return this.#waiters.length === 0;
  }

  /** Resolves with false if the revision has not arrived after the given number of milliseconds. */
  until(revision: number, milliseconds: number): Promise<boolean> {
    if (revision <= this.#newest) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        revision,
        done: (reached) => {
          clearTimeout(timer);
          resolve(reached);
        },
        failed: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        resolve(false);
      }, milliseconds);
      this.#waiters.push(waiter);
    });
  }

  reached(revision: number): void {
    this.#newest = revision;
    if (this.#waiters.length === 0) return;
    const ready = this.#waiters.filter((waiter) => waiter.revision <= revision);
    this.#waiters = this.#waiters.filter((waiter) => waiter.revision > revision);
    for (const waiter of ready) waiter.done(true);
  }

  close(error: StorageError): void {
    for (const waiter of this.#waiters) waiter.failed(error);
    this.#waiters = [];
  }
}
