import type { Row } from "./row.ts";

/** A controller that tries the same again within this time does not get another row. */
const AGAIN_MS = 5 * 60_000;
/** Number of refusals that are compared. */
const MOST = 1_000;

/** Finds out which refused requests of controllers repeat an earlier one: controllers try again and again. */
export class Repeats {
  readonly #last = new Map<string, number>();

  /** True if the row repeats one that was asked about before. Always false for requests of people. */
  has({ system, verb, resource, namespace = "", user = "", code, hooks = [], time }: Row): boolean {
    if (system !== true) return false;
    const refusers = hooks.filter(({ deed }) => deed === "refused" || deed === "failed");
    const key = JSON.stringify([verb, resource, namespace, user, code, refusers.map(({ name }) => name)]);
    const before = this.#last.get(key);
    this.#last.delete(key);
    if (this.#last.size >= MOST) this.#last.clear();
    this.#last.set(key, time);
    return before !== undefined && time - before < AGAIN_MS;
  }
}
