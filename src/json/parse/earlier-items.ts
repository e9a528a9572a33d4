import type { Json } from "../value.ts";

/**
 * Earlier values of the items of lists under a repeated key. Go decodes the second list into the memory of the first,
 * so items keep the members that the second list does not set. This includes items beyond the end of a shorter list
 * between the two.
 */
export class EarlierItems {
  readonly #behind = new WeakMap<Json[], Json[]>();

  /** Returns the earlier items for a list that replaces `list`. */
  under(list: Json[]): Json[] {
    return list.length === 0 ? [] : [...list, ...(this.#behind.get(list) ?? [])];
  }

  /** Called when a list is complete. Earlier items beyond its end stay in memory, unless the list is empty. */
  keep(list: Json[], earlier: Json[]): void {
    if (list.length > 0 && earlier.length > list.length) this.#behind.set(list, earlier.slice(list.length));
  }
}
