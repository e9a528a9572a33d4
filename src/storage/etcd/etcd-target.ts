import { messageOf } from "../../report/describe-error.ts";
import type { Form, Found, Moment, ShowProgress, Target } from "../copy/places.ts";
import { type StoredItem, storedForm } from "../copy/stored-item.ts";
import { StorageError } from "../storage.ts";
import { createEtcdClient, type EtcdClient } from "./client.ts";
import { type EtcdPlaceOptions, etcdKeys, etcdName, sourceOver } from "./etcd-source.ts";
import { isServed } from "./is-served.ts";
import type { Keys } from "./keys.ts";
import { toNumber } from "./messages.ts";
import { type OwnKeys, ownKeys, recordOf, sourceOf } from "./own-keys.ts";
import { raiseRevision } from "./raise-revision.ts";

/**
 * Opens a prefix in etcd as a target. As long as the copy is not complete the prefix has a record, which
 * makes servers refuse it; every write is made on condition that the record is ours, so that two copies
 * cannot mix.
 */
export const openEtcdTarget = (options: EtcdPlaceOptions): Target => new EtcdTarget(options);

class EtcdTarget implements Target {
  readonly name: string;
  readonly form = "bare";
  readonly keyPrefix: string;
  /** They are etcd's to give. */
  readonly keepsRevisions = false;
  readonly #options: EtcdPlaceOptions;
  readonly #client: EtcdClient;
  readonly #keys: Keys;
  readonly #own: OwnKeys;
  /** The revision of our record. */
  #record = 0;

  constructor(options: EtcdPlaceOptions) {
    this.name = etcdName(options);
    this.keyPrefix = options.prefix;
    this.#options = options;
    this.#client = createEtcdClient(options);
    this.#keys = etcdKeys(options);
    this.#own = ownKeys(this.#keys);
  }

  async find(): Promise<Found> {
    const record = await this.#get(this.#own.copyRecord);
    if (record !== undefined) {
      this.#record = record.revision;
      return { unfinished: sourceOf(record.bytes) };
    }
    const contents = sourceOver(this.#client, this.#options);
    const { count } = await contents.read();
    return count === 0 ? {} : { contents };
  }

  /** Throws `Failed` if a server uses the prefix. A server that starts later refuses an unfinished copy. */
  async begin(source: string, found: Found): Promise<void> {
    if (found.unfinished === undefined) await this.#assertNoServer();
    const put = { key: this.#keys.encode(this.#own.copyRecord), value: recordOf(source) };
    this.#record = await this.#transaction([{ put }]);
  }

  written(): Promise<Moment> {
    return sourceOver(this.#client, this.#options).read();
  }

  /**
   * Raises etcd's revision, so that the objects written next have revisions that no client has seen for any
   * object.
   */
  async prepare(revision: number, progress?: ShowProgress): Promise<readonly string[]> {
    return raiseRevision({
      to: revision,
      ...(progress && { progress }),
      ask: () => this.#newest(),
      step: () =>
        this.#repeat([{ put: { key: this.#keys.encode(this.#own.mark), value: Buffer.from("{}") } }]),
    });
  }

  async write(items: readonly StoredItem[], form: Form): Promise<void> {
    const puts = items.map((item) => ({
      key: this.#keys.encode(item.key),
      value: form === "bare" ? Buffer.from(item.bytes) : storedForm(item),
    }));
    const batches = inBatches(puts, ({ key, value }) => key.length + value.length);
    await Promise.all(batches.map((batch) => this.#put(batch)));
  }

  async #put(batch: readonly { readonly key: Buffer; readonly value: Buffer }[]): Promise<void> {
    try {
      await this.#repeat(batch.map((put) => ({ put })));
    } catch (error) {
      const [first] = batch;
      if (first === undefined || !/too large|larger than max/.test(messageOf(error))) throw error;
      throw new StorageError(
        "Failed",
        `${first.key} has ${first.value.length} bytes, which is too much for etcd as it is set up (--max-request-bytes)`,
        { cause: error },
      );
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const encoded = keys.map((key) => this.#keys.encode(key));
    for (const batch of inBatches(encoded, (key) => key.length))
      await this.#repeat(batch.map((key) => ({ deleteRange: { key } })));
  }

  async finish(): Promise<readonly string[]> {
    const { copyRecord } = this.#own;
    try {
      await this.#repeat([{ deleteRange: { key: this.#keys.encode(copyRecord) } }]);
    } catch (error) {
      // An attempt may have done it, and its answer been lost.
      if ((await this.#get(copyRecord)) !== undefined) throw error;
    }
    return [];
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async #get(key: string): Promise<StoredItem | undefined> {
    const { kvs } = await this.#client.range({ key: this.#keys.encode(key) });
    const [kv] = kvs;
    return kv && { key, revision: toNumber(kv.modRevision), bytes: kv.value };
  }

  async #newest(): Promise<number> {
    const { header } = await this.#client.range({ key: this.#keys.encode(this.#own.mark), keysOnly: true });
    return toNumber(header.revision);
  }

  /** Writes on condition that the record is unchanged. Returns the revision. */
  async #transaction(success: readonly object[]): Promise<number> {
    const key = this.#keys.encode(this.#own.copyRecord);
    const compare = [{ result: 0, target: 2, key, modRevision: this.#record }];
    const { succeeded, header } = await this.#client.txn({ compare, success });
    if (succeeded) return toNumber(header.revision);
    throw new StorageError("Closed", `another copy into ${this.name} has begun; this one ends`);
  }

  /**
   * A repeated write of the same values changes nothing, so it is tried again while etcd elects a leader, or
   * was unreachable.
   */
  async #repeat(success: readonly object[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#transaction(success);
        return;
      } catch (error) {
        const mayPass = error instanceof StorageError && error.code === "Failed";
        if (!mayPass || attempt === ATTEMPTS || /too large|larger than max/.test(error.message)) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  async #assertNoServer(): Promise<void> {
    if (!(await isServed(this.#client, this.#keys))) return;
    throw new StorageError(
      "Failed",
      `a server works on ${this.name}, or did some seconds ago: stop every one of them first`,
    );
  }
}

const ATTEMPTS = 20;
const PAUSE_MS = 500;

/** Limits for one transaction, below etcd's defaults of 128 operations and 1.5 MiB. */
const MOST_OPERATIONS = 100;
const MOST_BYTES = 1024 * 1024;

function inBatches<T>(all: readonly T[], sizeOf: (one: T) => number): T[][] {
  const batches: T[][] = [];
  let room = 0;
  for (const one of all) {
    const last = batches.at(-1);
    room -= sizeOf(one);
    if (last !== undefined && room >= 0 && last.length < MOST_OPERATIONS) last.push(one);
    else {
      batches.push([one]);
      room = MOST_BYTES - sizeOf(one);
    }
  }
  return batches;
}
