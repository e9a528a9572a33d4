import { PassingMap } from "../../async/passing-map.ts";
import type { WriteResult } from "../storage.ts";
import { closedStorage } from "./watched-storage.ts";

/** One write for each key at a time: the second one could not know the revision that it has to name. */
export class KeysInTurn {
  readonly #underWay = new PassingMap<string, Promise<unknown>>();
  #closed = false;

  /** Writes when earlier writes of the key have ended. Rejects with `Closed` after `close`. */
  async run(key: string, write: () => Promise<WriteResult>): Promise<WriteResult> {
    if (this.#closed) throw closedStorage();
    for (let before = this.#underWay.get(key); before !== undefined; before = this.#underWay.get(key))
      await before.catch(() => undefined);
    if (this.#closed) throw closedStorage();
    const done = write().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, done);
    return done;
  }

  /** Refuses further writes, and waits for those that are on their way. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#underWay.values());
  }
}
