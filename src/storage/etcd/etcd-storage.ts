import type { Document } from "../../api/object/document.ts";
import { clone } from "../../json/object.ts";
import type { Json } from "../../json/value.ts";
import type { HistoryOptions, SpaceOptions } from "../cache/options.ts";
import { closedStorage, WatchedStorage } from "../cache/watched-storage.ts";
import { withRevision } from "../copy/stored-form.ts";
import type { Encoding } from "../encryption/encoding.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import type {
  CreateOptions,
  Entry,
  ListOptions,
  ListResult,
  Seal,
  Storage,
  WriteOptions,
  WriteResult,
} from "../storage.ts";
import { createEtcdClient, type EtcdClient, type EtcdClientOptions } from "./client.ts";
import { type Feed, feed, type Happened, type Loaded, loadAll } from "./feed.ts";
import { Freshness } from "./freshness.ts";
import { type Keys, keysBelow } from "./keys.ts";
import { assertNoUnfinishedCopy, type OwnKeys, ownKeys } from "./own-keys.ts";
import { type Found, foundPlain, StoredForms } from "./stored-forms.ts";
import { keepUp, type UpkeepTimes } from "./upkeep.ts";
import { Writes } from "./writes.ts";

/** Options of `openEtcdStorage`. */
export interface EtcdStorageOptions extends HistoryOptions, SpaceOptions, EtcdClientOptions, UpkeepTimes {
  /** Prefix of all keys in etcd; default `/registry/`, as in kube-apiserver. Ends with a slash. */
  readonly prefix?: string;
  /** Prefix of our own keys; default `/registry/`. */
  readonly ownPrefix?: string;
  /** Encoding of the objects in etcd; default: JSON. */
  readonly encoding?: Encoding | undefined;
}

/**
 * Opens a storage in etcd, for one server or several side by side. Each server has the bytes of all documents
 * in memory, updated by a watch. Objects are stored as kube-apiserver writes them in JSON. A write is one
 * transaction, and is answered when its change has come back through the watch. A read requests etcd's newest
 * revision and waits for it, so every reader sees all earlier writes of all servers.
 *
 * Rejects with `Failed` if no endpoint answers.
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const client = createEtcdClient(options);
  const keys = keysBelow(options.prefix ?? KEY_PREFIX, options.ownPrefix ?? KEY_PREFIX);
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

class EtcdStorage extends WatchedStorage implements Storage {
  readonly #client: EtcdClient;
  readonly #feed: Feed;
  readonly #notObjects: OwnKeys;
  readonly #freshness: Freshness;
  readonly #writes: Writes;
  readonly #upkeep: { close(): void };
  readonly #forms: StoredForms;

  constructor(
    client: EtcdClient,
    keys: Keys,
    { entries, revision, forms }: { entries: Found[]; revision: number; forms: StoredForms },
    options: EtcdStorageOptions,
  ) {
    const notObjects = ownKeys(keys);
    const found = entries.filter(({ key }) => !notObjects.has(key));
    super(
      options,
      revision,
      found.filter(({ error }) => error === undefined),
    );
    this.#client = client;
    this.#notObjects = notObjects;
    this.#forms = forms;
    for (const one of found) forms.noteFound(one, (now) => this.state.load(now));
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
    const { shortage } = options;
    const [state, freshness] = [this.state, this.#freshness];
    this.#writes = new Writes({ client, keys, state, freshness, forms, shortage });
    this.#feed = feed(client, keys, revision, listener, options.encoding?.prepare);
    const lock = keys.encode(this.#notObjects.upkeep);
    this.#upkeep = keepUp({ ...options, client, lock, revision: () => this.revision });
  }

  async get(key: string, revision?: number): Promise<Entry | undefined> {
    this.assertOpen();
    if (revision === undefined || revision > this.state.revision) await this.#freshness.catchUp();
    this.#forms.assertKey(key);
    return revision === undefined ? this.state.newest(key) : this.state.get(key, revision);
  }

  async list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    this.assertOpen();
    if (options.revision === undefined || options.revision > this.state.revision)
      await this.#freshness.catchUp();
    return this.#list(prefix, options);
  }

  override getCached(key: string): Entry | undefined {
    this.assertOpen();
    this.#forms.assertKey(key);
    return this.state.newest(key);
  }

  override listCached(prefix: string, options: ListOptions = {}): ListResult {
    this.assertOpen();
    return this.#list(prefix, options);
  }

  #list(prefix: string, options: ListOptions): ListResult {
    const { unreadable } = options;
    if (unreadable === undefined) this.#forms.assertBelow(prefix);
    const result = this.state.list(prefix, options);
    if (unreadable === undefined) return result;
    const entries = result.entries.filter(({ key }) => {
      const isReadable = this.#forms.isReadable(key);
      if (!isReadable) unreadable(key);
      return isReadable;
    });
    return { ...result, entries };
  }

  isOutdated(entry: Entry): boolean {
    return this.#forms.isOutdated(entry);
  }

  async catchUp(): Promise<void> {
    this.assertOpen();
    await this.#freshness.catchUp();
  }

  create(key: string, seal: Seal, options?: CreateOptions): Promise<WriteResult> {
    return this.#writes.create(key, seal, options);
  }

  update(key: string, expected: number, seal: Seal, options?: WriteOptions): Promise<WriteResult> {
    return this.#writes.update(key, expected, seal, options);
  }

  delete(key: string, expected: number, last?: Seal): Promise<WriteResult> {
    return this.#writes.delete(key, expected, last);
  }

  protected async release(): Promise<void> {
    await this.#writes.close();
    this.#upkeep.close();
    this.#feed.close();
    this.#freshness.close(closedStorage());
    this.closeWatchers();
    this.#client.close();
  }

  #happened({ key, revision, bytes }: Happened): void {
    if (!this.#notObjects.has(key)) this.#apply(key, revision, bytes);
    this.#arrivedAt(revision);
  }

  /** The mark raises it, too. */
  #arrivedAt(revision: number): void {
    this.state.revision = revision;
    this.#freshness.reached(revision);
  }

  #apply(key: string, revision: number, bytes: Uint8Array | undefined): void {
    this.#forms.forgetProblem(key);
    const previous = this.state.newest(key);
    if (bytes === undefined) {
      this.#forms.noteDeleted(key);
      if (previous === undefined) return;
    }
    const document = this.#documentOf(key, revision, bytes, previous);
    if (document !== undefined)
      this.#publish(bytes === undefined ? "deleted" : undefined, { key, revision, document });
  }

  /** Returns undefined if the value cannot be decoded; watches do not see it. */
  #documentOf(
    key: string,
    revision: number,
    bytes: Uint8Array | undefined,
    previous: Entry | undefined,
  ): Document<Json> | undefined {
    const own = this.#writes.ownOf(key);
    if (own?.isSame(bytes)) {
      this.#forms.note(key, own.form);
      return own.document(revision);
    }
    if (bytes === undefined) return withRevision(clone(previous!.document.value), revision);
    return this.#forms.read({ key, revision, bytes });
  }

  #publish(deleted: "deleted" | undefined, entry: Entry): void {
    const { key, revision, document } = entry;
    const previous = this.state.newest(key);
    // Written at once, so that the value can be forgotten: a document of bytes alone needs a third of the memory.
    void document.bytes;
    const type = deleted ?? (previous === undefined ? "created" : "updated");
    this.publish({ type, key, revision, entry, previous });
  }

  /**
   * Called after a gap: the differences are reported in the order of their revisions, as far as these are
   * known.
   */
  #replaced(entries: readonly Loaded[], revision: number): void {
    const now = new Set(entries.map(({ key }) => key));
    const gone = this.state.list("", {}).entries.filter(({ key }) => !now.has(key));
    const changed = entries.filter(
      ({ key, revision: one }) => !this.#notObjects.has(key) && this.state.newest(key)?.revision !== one,
    );
    for (const one of changed.sort((a, b) => a.revision - b.revision))
      this.#apply(one.key, one.revision, one.bytes);
    for (const { key } of gone) this.#apply(key, revision, undefined);
    this.#arrivedAt(revision);
  }
}
