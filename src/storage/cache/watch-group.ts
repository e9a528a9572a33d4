import type { Change, Interest } from "../storage.ts";

/**
 * The watchers of one prefix and what they have not got yet. Who cares for one value at one place is found by it: ten
 * thousand watchers of a node each cost a change what one costs.
 */
export class WatchGroup<W> {
  changes: Change[] = [];
  /** Watchers that get all changes. */
  readonly #all = new Set<W>();
  readonly #places = new Map<string, Place<W>>();

  get empty(): boolean {
    return this.#all.size === 0 && this.#places.size === 0;
  }

  add(watcher: W, interest: Interest | undefined): void {
    if (interest === undefined) {
      this.#all.add(watcher);
      return;
    }
    const { byValue } = this.#at(interest);
    const found = byValue.get(interest.value);
    if (found === undefined) byValue.set(interest.value, watcher);
    else if (found instanceof Set) found.add(watcher);
    else byValue.set(interest.value, new Set([found, watcher]));
  }

  /** False when it was not here. */
  delete(watcher: W, interest: Interest | undefined): boolean {
    if (interest === undefined) return this.#all.delete(watcher);
    const place = this.#places.get(interest.place);
    const found = place?.byValue.get(interest.value);
    const wasHere = found instanceof Set ? found.delete(watcher) : found === watcher;
    if (place === undefined || !wasHere) return false;
    if (!(found instanceof Set) || found.size === 0) place.byValue.delete(interest.value);
    if (place.byValue.size === 0) this.#places.delete(interest.place);
    return true;
  }

  /**
   * Passes each watcher the changes that may concern it, in their order; watchers without such changes are
   * not called.
   */
  sort(changes: readonly Change[], pass: (watcher: W, its: readonly Change[]) => void): void {
    for (const watcher of this.#all) pass(watcher, changes);
    for (const place of this.#places.values()) {
      for (const [watchers, its] of concerned(place, changes))
        if (!(watchers instanceof Set)) pass(watchers, its);
        else for (const watcher of watchers) pass(watcher, its);
    }
  }

  #at({ place, read }: Interest): Place<W> {
    let found = this.#places.get(place);
    if (found === undefined) {
      found = { read, byValue: new Map() };
      this.#places.set(place, found);
    }
    return found;
  }
}

interface Place<W> {
  readonly read: Interest["read"];
  /** Nearly always one watcher, and a set needs much memory. */
  readonly byValue: Map<string, W | Set<W>>;
}

function concerned<W>({ read, byValue }: Place<W>, changes: readonly Change[]): Map<W | Set<W>, Change[]> {
  const found = new Map<W | Set<W>, Change[]>();
  const add = (watchers: W | Set<W> | undefined, change: Change) => {
    if (watchers === undefined) return;
    const its = found.get(watchers);
    if (its === undefined) found.set(watchers, [change]);
    else its.push(change);
  };
  const watchersOf = (value: string | undefined) => (value === undefined ? undefined : byValue.get(value));
  for (const change of changes) {
    const value = read(change.entry.document);
    const before = change.previous === undefined ? value : read(change.previous.document);
    add(watchersOf(value), change);
    if (before !== value) add(watchersOf(before), change);
  }
  return found;
}
