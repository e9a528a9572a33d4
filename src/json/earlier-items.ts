import type { Json } from "../api/json.ts";

/**
 * What the places of lists under a repeated key hold: Go decodes the second list into the memory of the first, so that
 * its items keep what they are not given again, also those behind the end of a shorter list in between.
 */
export class EarlierItems {
  readonly #behind = new WeakMap<Json[], Json[]>();

  /** For the list that takes the place of another one. */
  under(list: Json[]): Json[] {
    return list.length === 0 ? [] : [...list, ...(this.#behind.get(list) ?? [])];
  }

  /** A list is complete: what lies behind its end stays there, unless it is empty. */
  keep(list: Json[], earlier: Json[]): void {
    if (list.length > 0 && earlier.length > list.length) this.#behind.set(list, earlier.slice(list.length));
  }
}
