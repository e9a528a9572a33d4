import { setTimeout as pause } from "node:timers/promises";
/** Sends calls one after the other at a steady rate, whatever time the answers take; counts them. */
export class Load {
  sent = 0;
  readonly #call: () => Promise<void>;
  readonly #perSecond: number;
  readonly #most: number;

  /** `most`: calls without an answer; more handshakes at a time would be a load of another kind. */
  constructor(call: () => Promise<void>, perSecond: number, most = 20) {
    this.#call = call;
    this.#perSecond = perSecond;
    this.#most = most;
  }

  /**
   * Sends calls until `step` has ended, and then `more` further calls; resolves when all of them have been
   * answered.
   */
  async during(step: Promise<void>, more: number): Promise<void> {
    let left = Number.POSITIVE_INFINITY;
    const ended = step.finally(() => {
      left = more;
    });
    const calls: Promise<void>[] = [];
    for (let due = performance.now(); left > 0; due += PACE_MS) {
      const wanted = Math.min(left, Math.max(1, Math.round((this.#perSecond * PACE_MS) / 1000)));
      for (let i = 0; i < wanted && calls.length < this.#most; i++) {
        this.sent++;
        left--;
        calls.push(this.#call());
      }
      if (calls.length >= this.#most) await Promise.all(calls.splice(0));
      await pause(Math.max(0, due + PACE_MS - performance.now()));
    }
    await Promise.all([ended, ...calls]);
  }
}

const PACE_MS = 20;
