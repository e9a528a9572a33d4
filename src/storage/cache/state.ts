import { SortedKeys, type SortedRange } from "../sorted-keys.ts";
import { type Change, type Entry, type ListOptions, type ListResult, StorageError } from "../storage.ts";
import { History } from "./history.ts";
import { type AtRest, Resting } from "./resting.ts";
import { type RestingPlace, Slot, type Version } from "./slot.ts";

/** Options of `State`; every field is set. */
export interface StateOptions {
  /** Changes that are kept for watches and for reads at earlier revisions. */
  readonly historyChanges: number;
  /** Bytes of these changes. */
  readonly historyBytes: number;
  /** Time for which they are kept. */
  readonly historyMs: number;
  readonly now: () => number;
}

/**
 * All documents with their recent history: the newest states under sorted keys, older ones behind them until
 * they are compacted; states without history are at rest. Synchronous, and independent of durability.
 */
export class State {
  revision: number;
  compacted: number;
  readonly #options: StateOptions;
  readonly #history = new History();
  readonly #resting: Resting;
  readonly #live = new SortedKeys<Slot>();
  /** Deleted keys that a read at an older revision may still find. */
  readonly #dead = new SortedKeys<Slot>();
  /** Number of live keys of each kind of object: most requests are about kinds without objects. */
  readonly #sizes = new Map<string, number>();
  #head: string | undefined;

  constructor(
    options: StateOptions,
    revision: number,
    entries: Iterable<Entry | AtRest>,
    place?: RestingPlace,
  ) {
    this.#options = options;
    this.#resting = new Resting(place);
    this.revision = revision;
    this.compacted = revision;
    for (const entry of entries) this.load(entry);
  }

  /** Takes in what was there before the first change. */
  load(entry: Entry | AtRest): void {
    if ("document" in entry) this.#addSlot(entry.key, versionOf(entry));
    else this.#resting.begin(this.#addSlot(entry.key, undefined, entry.revision), entry);
  }

  /** The newest entry of a key. */
  newest(key: string): Entry | undefined {
    const slot = this.#live.get(key);
    return slot && this.#newestOf(slot);
  }

  /** The entry of a key at a revision; throws `Compacted` or `FutureRevision`. */
  get(key: string, revision: number): Entry | undefined {
    this.assertReadable(revision);
    const slot = this.#slot(key);
    return slot && this.#entryAt(slot, revision);
  }

  list(prefix: string, options: ListOptions): ListResult {
    const revision = options.revision ?? this.revision;
    this.assertReadable(revision);
    const limit = options.limit || Number.POSITIVE_INFINITY;
    if (revision === this.revision && this.#hasNone(prefix)) return { entries: [], revision, remaining: 0 };
    if (revision === this.revision) return this.#listNewest(prefix, options, limit);
    return this.#listAt(revision, prefix, options.after, limit);
  }

  /** Takes in a committed change; revisions must ascend. */
  apply(change: Change): void {
    const version: Version = {
      revision: change.revision,
      entry: change.type === "deleted" ? undefined : change.entry,
      older: undefined,
    };
    const slot = this.#place(change, version);
    this.revision = change.revision;
    const time = this.#options.now();
    this.#history.push({ change, slot, version, time });
    this.#trim(time);
  }

  /** Forgets history below a revision; throws `FutureRevision`. */
  compact(revision: number): void {
    if (revision > this.revision) throw futureRevision(revision, this.revision);
    for (
      let item = this.#history.oldest;
      item && item.change.revision <= revision;
      item = this.#history.oldest
    ) {
      this.#forgetOldest();
    }
    this.compacted = Math.max(this.compacted, revision);
  }

  /** The remembered changes under a prefix above a revision, oldest first. */
  changesSince(revision: number, prefix: string): Change[] {
    const changes: Change[] = [];
    this.#history.forEachSince(revision, (change) => {
      if (change.key.startsWith(prefix)) changes.push(change);
    });
    return changes;
  }

  assertReadable(revision: number): void {
    if (revision < this.compacted) throw compactedRevision(revision, this.compacted);
    if (revision > this.revision) throw futureRevision(revision, this.revision);
  }

  #listNewest(prefix: string, { after, unreadable }: ListOptions, limit: number): ListResult {
    const range = this.#live.range(prefix, after);
    const entries: Entry[] = [];
    for (let slot = range.peek(); slot !== undefined && entries.length < limit; slot = range.peek()) {
      const entry = unreadable === undefined ? this.#newestOf(slot) : this.#readable(slot, unreadable);
      if (entry !== undefined) entries.push(entry);
      range.advance();
    }
    return { entries, revision: this.revision, remaining: range.remaining() };
  }

  #listAt(revision: number, prefix: string, after: string | undefined, limit: number): ListResult {
    const live = this.#live.range(prefix, after);
    const dead = this.#dead.range(prefix, after);
    const entries: Entry[] = [];
    for (let slot = this.#next(live, dead); slot !== undefined; slot = this.#next(live, dead)) {
      const entry = this.#entryAt(slot, revision);
      if (entry !== undefined) entries.push(entry);
      if (entries.length >= limit) break;
    }
    const last = entries.length >= limit ? entries.at(-1)?.key : undefined;
    const remaining = last === undefined ? 0 : this.#remainingAt(revision, prefix, last, live, dead);
    return { entries, revision, remaining };
  }

  /** The smaller of two ranges' next slots. */
  #next(live: SortedRange<Slot>, dead: SortedRange<Slot>): Slot | undefined {
    const a = live.peek();
    const b = dead.peek();
    const from = b === undefined || (a !== undefined && this.#live.compare(a.key, b.key) < 0) ? live : dead;
    const slot = from.peek();
    from.advance();
    return slot;
  }

  /** Walks the shorter of two lists: the remaining keys, or the changes since. */
  #remainingAt(
    revision: number,
    prefix: string,
    after: string,
    live: SortedRange<Slot>,
    dead: SortedRange<Slot>,
  ): number {
    const alive = live.remaining();
    if (this.#history.countSince(revision) < alive + dead.remaining()) {
      return alive - this.#growthSince(revision, prefix, after);
    }
    let count = 0;
    for (let slot = this.#next(live, dead); slot !== undefined; slot = this.#next(live, dead)) {
      if (this.#isAt(slot, revision)) count++;
    }
    return count;
  }

  #growthSince(revision: number, prefix: string, after: string): number {
    let growth = 0;
    this.#history.forEachSince(revision, ({ type, key }) => {
      if (type === "updated" || !key.startsWith(prefix) || this.#live.compare(key, after) <= 0) return;
      growth += type === "created" ? 1 : -1;
    });
    return growth;
  }

  #slot(key: string): Slot | undefined {
    return this.#live.get(key) ?? this.#dead.get(key);
  }

  #newestOf(slot: Slot): Entry | undefined {
    return slot.newest === undefined ? this.#resting.entry(slot) : slot.newest.entry;
  }

  #readable(slot: Slot, unreadable: (key: string) => void): Entry | undefined {
    try {
      return this.#newestOf(slot);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      unreadable(slot.key);
      return undefined;
    }
  }

  /**
   * Returns the entry of the key at a revision that is not compacted. A slot at rest has no history, so its
   * entry is valid for each such revision.
   */
  #entryAt(slot: Slot, revision: number): Entry | undefined {
    return slot.newest === undefined ? this.#resting.entry(slot) : versionAt(slot.newest, revision)?.entry;
  }

  #isAt(slot: Slot, revision: number): boolean {
    return slot.newest === undefined || versionAt(slot.newest, revision)?.entry !== undefined;
  }

  #place(change: Change, version: Version): Slot {
    const slot = this.#slot(change.key);
    if (slot === undefined) return this.#addSlot(change.key, version);
    if (slot.newest === undefined) this.#resting.wake(slot);
    version.older = slot.newest ?? (change.previous && versionOf(change.previous));
    slot.newest = version;
    slot.revision = version.revision;
    if (change.type === "created") this.#move(slot, this.#dead, this.#live, 1);
    if (change.type === "deleted") this.#move(slot, this.#live, this.#dead, -1);
    return slot;
  }

  #addSlot(key: string, newest: Version | undefined, revision = newest?.revision ?? 0): Slot {
    const slot = new Slot(key, revision);
    slot.newest = newest;
    this.#live.insert(slot);
    this.#count(key, 1);
    return slot;
  }

  #move(slot: Slot, from: SortedKeys<Slot>, to: SortedKeys<Slot>, growth: 1 | -1): void {
    from.delete(slot.key);
    to.insert(slot);
    this.#count(slot.key, growth);
  }

  #count(key: string, growth: 1 | -1): void {
    // Most keys have that of the one before.
    const head = this.#head !== undefined && key.startsWith(this.#head) ? this.#head : headOf(key);
    this.#head = head;
    if (head !== undefined) this.#sizes.set(head, (this.#sizes.get(head) ?? 0) + growth);
  }

  #hasNone(prefix: string): boolean {
    const head = headOf(prefix);
    return head !== undefined && !this.#sizes.get(head);
  }

  #trim(now: number): void {
    const { historyChanges, historyBytes, historyMs } = this.#options;
    for (let item = this.#history.oldest; item !== undefined; item = this.#history.oldest) {
      const { size, bytes } = this.#history;
      const isLarge = size > historyChanges || (bytes > historyBytes && size > 1);
      if (!isLarge && now - item.time <= historyMs) return;
      this.compacted = item.change.revision;
      this.#forgetOldest();
    }
  }

  #forgetOldest(): void {
    const item = this.#history.oldest;
    if (item === undefined) return;
    this.#history.shift();
    item.version.older = undefined;
    if (item.slot.newest !== item.version) return;
    if (item.version.entry === undefined) this.#dead.delete(item.slot.key);
    else this.#resting.lay(item.slot, item.version.entry);
  }
}

/** `/registry/pods/` of a key or prefix that begins so. */
function headOf(text: string): string | undefined {
  const end = text.indexOf("/", text.indexOf("/", 1) + 1);
  return end <= 1 ? undefined : text.slice(0, end + 1);
}

function versionAt(newest: Version, revision: number): Version | undefined {
  let version: Version | undefined = newest;
  while (version !== undefined && version.revision > revision) version = version.older;
  return version;
}

const versionOf = (entry: Entry): Version => ({ revision: entry.revision, entry, older: undefined });

/** Error for a read or a watch at a revision that is no longer in the history. */
export function compactedRevision(revision: number, compacted: number): StorageError {
  return new StorageError(
    "Compacted",
    `revision ${revision} has been compacted; the oldest readable one is ${compacted}`,
  );
}

function futureRevision(revision: number, newest: number): StorageError {
  return new StorageError(
    "FutureRevision",
    `revision ${revision} is in the future; the newest one is ${newest}`,
  );
}
