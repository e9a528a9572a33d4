import type { Json } from "../../api/json.ts";
import type { Document } from "../../json/document.ts";
import { clone } from "../../json/object.ts";
import { assertRoom, type HistoryOptions, type RoomOptions } from "../cache/options.ts";
import { closedStorage, Shelf } from "../cache/shelf.ts";
import type { State } from "../cache/state.ts";
import { withRevision } from "../copy/stored-form.ts";
import type { Encoding } from "../encryption/encoding.ts";
import {
  type CreateOptions,
  type Entry,
  type Held,
  type ListOptions,
  type ListResult,
  type Seal,
  type Storage,
  StorageError,
  type Watch,
  type WatchListener,
  type WriteOptions,
  type WriteResult,
} from "../storage.ts";
import { createEtcdClient, type EtcdClient, type EtcdClientOptions } from "./client.ts";
import { type Feed, feed, type Happened, type Loaded, loadAll } from "./feed.ts";
import { Freshness } from "./freshness.ts";
import { type Keys, keysBelow } from "./keys.ts";
import { Leases } from "./leases.ts";
import { toNumber } from "./messages.ts";
import { assertNoUnfinishedCopy, type OwnKeys, ownKeys } from "./own-keys.ts";
import { type ChangeOf, deletionOf, type OwnWrite, putOf } from "./own-write.ts";
import { type Found, foundPlain, StoredForms } from "./stored-forms.ts";
import { keepUp, type UpkeepTimes } from "./upkeep.ts";

export interface EtcdStorageOptions extends HistoryOptions, RoomOptions, EtcdClientOptions, UpkeepTimes {
  /** What all keys begin with in etcd; default `/registry/`, as kube-apiserver has it. Ends with a slash. */
  readonly prefix?: string;
  /** What our own keys begin with; default `/registry/`. */
  readonly ownPrefix?: string;
  /** How objects lie there; default: as JSON. */
  readonly encoding?: Encoding | undefined;
}

/**
 * A storage in etcd, for one server or several side by side: each has the bytes of all documents in memory, fed by a watch. Objects
 * lie there as kube-apiserver writes them in JSON. A write is one transaction, answered when its change has come back
 * through the watch; a read asks etcd for its newest revision and waits for that, so that whoever reads anywhere sees
 * what was written anywhere before.
 *
 * Rejects with `Failed` when no endpoint answers.
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const client = createEtcdClient(options);
  const keys = keysBelow(options.prefix ?? "/registry/", options.ownPrefix ?? "/registry/");
  try {
    const notObjects = ownKeys(keys);
    const forms = new StoredForms(options.encoding);
    const { entries, revision } = await loadAll(
      client,
      keys,
      (loaded) => (notObjects.has(loaded.key) ? foundPlain(loaded) : forms.find(loaded)),
      options.encoding?.prepare,
    );
    assertNoUnfinishedCopy(entries, notObjects);
    return new EtcdStorage(client, keys, { entries, revision, forms }, options);
  } catch (error) {
    client.close();
    throw error;
  }
}

class EtcdStorage implements Storage {
  readonly #client: EtcdClient;
  readonly #keys: Keys;
  readonly #shelf: Shelf;
  readonly #state: State;
  readonly #feed: Feed;
  readonly #notObjects: OwnKeys;
  readonly #freshness: Freshness;
  readonly #leases: Leases;
  /** One write for each key at a time: the second could not know the revision that it has to name. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #room: RoomOptions;
  readonly #own = new Map<string, OwnWrite>();
  readonly #upkeep: { close(): void };
  readonly #forms: StoredForms;
  #closed = false;

  constructor(
    client: EtcdClient,
    keys: Keys,
    { entries, revision, forms }: { entries: Found[]; revision: number; forms: StoredForms },
    options: EtcdStorageOptions,
  ) {
    this.#client = client;
    this.#room = { shortage: options.shortage };
    this.#leases = new Leases(client);
    this.#keys = keys;
    this.#notObjects = ownKeys(keys);
    this.#forms = forms;
    const found = entries.filter(({ key }) => !this.#notObjects.has(key));
    const atRest = found.filter(({ error }) => error === undefined);
    for (const one of found) forms.noteFound(one, (now) => this.#state.load(now));
    this.#shelf = new Shelf(options, revision, atRest);
    this.#state = this.#shelf.state;
    this.#freshness = new Freshness({
      client,
      mark: keys.encode(this.#notObjects.mark),
      revision,
      feed: () => this.#feed,
    });
    const listener = {
      happened: (change: Happened) => this.#happened(change),
      progress: (reached: number) => this.#arrivedAt(reached),
      replaced: (all: readonly Loaded[], newest: number) => this.#replaced(all, newest),
    };
    this.#feed = feed(client, keys, revision, listener, options.encoding?.prepare);
    const lock = keys.encode(this.#notObjects.upkeep);
    this.#upkeep = keepUp({ ...options, client, lock, revision: () => this.revision });
  }

  get revision(): number {
    return this.#state.revision;
  }

  get compacted(): number {
    return this.#state.compacted;
  }

  async get(key: string, revision?: number): Promise<Entry | undefined> {
    this.#assertOpen();
    if (revision === undefined || revision > this.#state.revision) await this.#freshness.catchUp();
    this.#forms.assertKey(key);
    return revision === undefined ? this.#state.newest(key) : this.#state.get(key, revision);
  }

  async list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    this.#assertOpen();
    if (options.revision === undefined || options.revision > this.#state.revision)
      await this.#freshness.catchUp();
    this.#forms.assertBelow(prefix);
    return this.#state.list(prefix, options);
  }

  getCached(key: string): Entry | undefined {
    this.#assertOpen();
    this.#forms.assertKey(key);
    return this.#state.newest(key);
  }

  listCached(prefix: string, options: ListOptions = {}): ListResult {
    this.#assertOpen();
    this.#forms.assertBelow(prefix);
    return this.#state.list(prefix, options);
  }

  isOutdated(entry: Entry): boolean {
    return this.#forms.isOutdated(entry);
  }

  async catchUp(): Promise<void> {
    this.#assertOpen();
    await this.#freshness.catchUp();
  }

  create(
    key: string,
    seal: Seal,
    { while: held = [], ttlSeconds }: CreateOptions = {},
  ): Promise<WriteResult> {
    return this.#inTurn(key, () =>
      this.#leases.with(ttlSeconds, (lease) => this.#create(key, seal, held, lease)),
    );
  }

  update(key: string, expected: number, seal: Seal, { ttlSeconds }: WriteOptions = {}): Promise<WriteResult> {
    return this.#inTurn(key, () =>
      this.#leases.with(ttlSeconds, (lease) => this.#write(key, expected, { put: seal, lease })),
    );
  }

  delete(key: string, expected: number, last?: Seal): Promise<WriteResult> {
    return this.#inTurn(key, () => this.#write(key, expected, { last }));
  }

  watch(prefix: string, from: number, listener: WatchListener): Watch {
    this.#assertOpen();
    return this.#shelf.watch(prefix, from, listener);
  }

  async compact(revision: number): Promise<void> {
    this.#assertOpen();
    this.#state.compact(revision);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#underWay.values());
    this.#upkeep.close();
    this.#feed.close();
    this.#freshness.close(closedStorage());
    this.#shelf.close();
    this.#client.close();
  }

  async #inTurn(key: string, write: () => Promise<WriteResult>): Promise<WriteResult> {
    this.#assertOpen();
    for (let before = this.#underWay.get(key); before !== undefined; before = this.#underWay.get(key))
      await before.catch(() => undefined);
    this.#assertOpen();
    const done = write().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, done);
    return done;
  }

  async #create(key: string, seal: Seal, held: readonly Held[], lease?: number): Promise<WriteResult> {
    if (this.#state.newest(key) !== undefined || !this.#hold(held)) await this.#freshness.catchUp();
    const current = this.#state.newest(key);
    if (current !== undefined || !this.#hold(held)) return { kind: "conflict", current };
    assertRoom(this.#room);
    const encoded = (one: string): Buffer => this.#keys.encode(one);
    const others = held.map((one) => ({ ...one, key: encoded(one.key) }));
    const encode = this.#forms.encoderOf(key);
    return this.#commit(key, putOf({ key: encoded(key), current, seal, lease, encode, held: others }));
  }

  /** As far as is known here: etcd compares it again. */
  #hold(held: readonly Held[]): boolean {
    return held.every(({ key, revision }) => this.#state.newest(key)?.revision === revision);
  }

  async #write(key: string, expected: number, change: ChangeOf): Promise<WriteResult> {
    this.#forms.assertKey(key);
    // What is newer here stays newer.
    const known = this.#state.newest(key);
    if (known === undefined || known.revision < expected) await this.#freshness.catchUp();
    const current = this.#state.newest(key);
    if (current?.revision !== expected) return { kind: "conflict", current };
    const where = { key: this.#keys.encode(key), current };
    if ("last" in change) return this.#commit(key, deletionOf({ ...where, seal: change.last }));
    assertRoom(this.#room);
    const encode = this.#forms.encoderOf(key);
    return this.#commit(key, putOf({ ...where, seal: change.put, lease: change.lease, encode }));
  }

  async #commit(key: string, own: OwnWrite): Promise<WriteResult> {
    this.#own.set(key, own);
    try {
      const { succeeded, header, responses } = await this.#client.write(own.frame);
      const revision = toNumber(header.revision);
      if (succeeded) return { kind: "written", entry: await this.#arrived(key, revision) };
      // What is there comes through the feed; when nothing is, nobody may have written here.
      const [there] = responses[0]?.range?.kvs ?? [];
      if (there === undefined) await this.#freshness.waitFor(revision);
      else await this.#freshness.waitForChange(toNumber(there.modRevision));
      return { kind: "conflict", current: this.#state.newest(key) };
    } finally {
      this.#own.delete(key);
    }
  }

  /** The entry that a write of ours became; for a deletion its last state. */
  async #arrived(key: string, revision: number): Promise<Entry> {
    await this.#freshness.waitForChange(revision);
    const change = this.#state.changesSince(revision - 1, key).find((one) => one.key === key);
    if (change === undefined)
      throw new StorageError("Failed", `${key} was written, and its history forgotten`);
    return change.entry;
  }

  #happened({ key, revision, bytes }: Happened): void {
    if (!this.#notObjects.has(key)) this.#apply(key, revision, bytes);
    this.#arrivedAt(revision);
  }

  /** The mark raises it, too. */
  #arrivedAt(revision: number): void {
    this.#state.revision = revision;
    this.#freshness.reached(revision);
  }

  #apply(key: string, revision: number, bytes: Uint8Array | undefined): void {
    this.#forms.forgetProblem(key);
    const previous = this.#state.newest(key);
    if (bytes === undefined) {
      this.#forms.noteDeleted(key);
      if (previous === undefined) return;
    }
    const document = this.#documentOf(key, revision, bytes, previous);
    if (document !== undefined)
      this.#publish(bytes === undefined ? "deleted" : undefined, { key, revision, document });
  }

  /** Undefined: it cannot be decoded, and watches do not see it. */
  #documentOf(
    key: string,
    revision: number,
    bytes: Uint8Array | undefined,
    previous: Entry | undefined,
  ): Document<Json> | undefined {
    const own = this.#own.get(key);
    if (own?.isSame(bytes)) {
      this.#forms.note(key, own.form);
      return own.document(revision);
    }
    if (bytes === undefined) return withRevision(clone(previous!.document.value), revision);
    return this.#forms.read({ key, revision, bytes });
  }

  #publish(deleted: "deleted" | undefined, entry: Entry): void {
    const { key, revision, document } = entry;
    const previous = this.#state.newest(key);
    // Written at once, so that the value can be forgotten: a document of bytes alone needs a third of the memory.
    void document.bytes;
    const type = deleted ?? (previous === undefined ? "created" : "updated");
    this.#shelf.publish({ type, key, revision, entry, previous });
  }

  /** After a gap: what is different now happened in the order of its revisions, as far as can be seen. */
  #replaced(entries: readonly Loaded[], revision: number): void {
    const now = new Set(entries.map(({ key }) => key));
    const gone = this.#state.list("", {}).entries.filter(({ key }) => !now.has(key));
    const changed = entries.filter(
      ({ key, revision: one }) => !this.#notObjects.has(key) && this.#state.newest(key)?.revision !== one,
    );
    for (const one of changed.sort((a, b) => a.revision - b.revision))
      this.#apply(one.key, one.revision, one.bytes);
    for (const { key } of gone) this.#apply(key, revision, undefined);
    this.#arrivedAt(revision);
  }

  #assertOpen(): void {
    if (this.#closed) throw closedStorage();
  }
}
