import { type Change, StorageError, type Watch, type WatchListener } from "../storage.ts";
import { PrefixIndex } from "./prefix-index.ts";
import { WatchGroup } from "./watch-group.ts";

/** First events of a new watcher: past changes, or the error that ends the watch at once. */
export type Beginning = readonly Change[] | StorageError;

/**
 * Hands changes to watchers, in a turn of the event loop of its own. A change is sorted under the prefixes that match
 * it; only their watchers are touched that care for it, each with all of its changes in one go.
 */
export class Watchers {
  readonly #groups = new PrefixIndex<WatchGroup<Watcher>>();
  readonly #all = new Set<Watcher>();
  #dirty: WatchGroup<Watcher>[] = [];
  #late: Watcher[] = [];
  #asked: Watcher[] = [];
  #delivered: Change[] = [];
  readonly #revision: () => number;
  #scheduled = false;

  /** `revision`: the newest one, up to which all changes are published. */
  constructor(revision: () => number) {
    this.#revision = revision;
  }

  /** `from`: the last revision that the watcher has, or that `beginning` reaches. */
  add(prefix: string, from: number, beginning: Beginning, listener: WatchListener): Watch {
    const watcher = new Watcher(this, { prefix, from, beginning, listener });
    this.#all.add(watcher);
    this.#late.push(watcher);
    this.#join(watcher);
    this.#schedule();
    return watcher;
  }

  /** Calls the listener's `progress`, in its turn. */
  ask(watcher: Watcher): void {
    this.#asked.push(watcher);
    this.#schedule();
  }

  /** Takes a committed change, to be delivered soon. */
  publish(change: Change): void {
    this.#delivered.push(change);
    this.#groups.forEachPrefixOf(change.key, (group) => {
      if (group.changes.length === 0) this.#dirty.push(group);
      group.changes.push(change);
    });
    this.#schedule();
  }

  /** Delivers what is left and ends every watch. */
  close(error: StorageError): void {
    this.#deliver();
    for (const watcher of this.#all) this.#end(watcher, error);
  }

  #join(watcher: Watcher): void {
    if (watcher.beginning instanceof StorageError) return;
    let group = this.#groups.get(watcher.prefix);
    if (group === undefined) {
      group = new WatchGroup();
      this.#groups.set(watcher.prefix, group);
    }
    group.add(watcher, watcher.listener.interest);
  }

  remove(watcher: Watcher): void {
    watcher.open = false;
    this.#all.delete(watcher);
    const group = this.#groups.get(watcher.prefix);
    if (group?.delete(watcher, watcher.listener.interest) && group.empty) this.#groups.delete(watcher.prefix);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    const [late, dirty, asked, delivered] = [this.#late, this.#dirty, this.#asked, this.#delivered];
    this.#late = [];
    this.#dirty = [];
    this.#asked = [];
    this.#delivered = [];
    for (const watcher of late) this.#begin(watcher);
    for (const group of dirty) this.#deliverGroup(group);
    for (const watcher of asked) this.#progress(watcher, this.#revision());
    // Superseded documents are kept for a while, and are seldom read again: their bytes do.
    for (const { previous } of delivered) previous?.document.forgetValue();
  }

  #begin(watcher: Watcher): void {
    if (watcher.beginning instanceof StorageError) this.#end(watcher, watcher.beginning);
    else this.#pass(watcher, watcher.beginning);
    watcher.beginning = NOTHING;
  }

  #deliverGroup(group: WatchGroup<Watcher>): void {
    const changes = group.changes;
    group.changes = [];
    group.sort(changes, (watcher, its) => this.#passNew(watcher, its));
  }

  #passNew(watcher: Watcher, changes: readonly Change[]): void {
    const [first] = changes;
    const last = changes.at(-1);
    if (first === undefined || last === undefined || last.revision <= watcher.position) return;
    if (first.revision > watcher.position) this.#pass(watcher, changes);
    else
      this.#pass(
        watcher,
        changes.filter((change) => change.revision > watcher.position),
      );
    watcher.position = last.revision;
  }

  #pass(watcher: Watcher, changes: readonly Change[]): void {
    try {
      for (let i = 0; i < changes.length && watcher.open; i++) watcher.listener.change(changes[i]!);
    } catch (cause) {
      this.#end(watcher, new StorageError("Failed", "the watch's listener failed", { cause }));
    }
  }

  #progress(watcher: Watcher, revision: number): void {
    if (!watcher.open || watcher.position > revision) return;
    try {
      watcher.listener.progress?.(revision);
    } catch (cause) {
      this.#end(watcher, new StorageError("Failed", "the watch's listener failed", { cause }));
    }
  }

  #end(watcher: Watcher, error: StorageError): void {
    if (!watcher.open) return;
    this.remove(watcher);
    try {
      watcher.listener.closed(error);
    } catch {
      // The watch has ended already, so an error of its listener has no receiver.
    }
  }
}

const NOTHING: readonly Change[] = [];

interface Begun {
  readonly prefix: string;
  readonly from: number;
  readonly beginning: Beginning;
  readonly listener: WatchListener;
}

class Watcher implements Watch {
  readonly prefix: string;
  readonly listener: WatchListener;
  /** Nothing up to this revision is to be delivered any more. */
  position: number;
  beginning: Beginning;
  open = true;
  readonly #watchers: Watchers;

  constructor(watchers: Watchers, { prefix, from, beginning, listener }: Begun) {
    this.#watchers = watchers;
    this.prefix = prefix;
    this.position = from;
    this.beginning = beginning;
    this.listener = listener;
  }

  close(): void {
    this.#watchers.remove(this);
  }

  requestProgress(): void {
    this.#watchers.ask(this);
  }
}
