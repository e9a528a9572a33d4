import { StorageError } from "../storage.ts";
import type { EtcdClient } from "./client.ts";
import { toNumber } from "./messages.ts";
import { Waiting } from "./waiting.ts";

/** How long a read waits for the feed before it makes etcd say something. */
const SILENCE_MS = 500;
const PATIENCE_MS = 15_000;

export interface FreshnessOptions {
  readonly client: EtcdClient;
  /** A key of our own, which is written when nothing else tells how far the feed is. */
  readonly mark: Buffer;
  /** The newest revision that is here. */
  readonly revision: number;
  /** Throws when the storage is closed. */
  assertOpen(): void;
}

/** Whether what has come through the feed reaches as far as what etcd has. */
export class Freshness {
  readonly #options: FreshnessOptions;
  readonly #waiting: Waiting;
  #asking: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(options: FreshnessOptions) {
    this.#options = options;
    this.#waiting = new Waiting(options.revision);
  }

  /** The feed has come so far. */
  reached(revision: number): void {
    this.#waiting.reached(revision);
  }

  close(error: StorageError): void {
    this.#waiting.close(error);
  }

  /**
   * Until everything is here that was committed anywhere before now. One question is under way at a time; who comes in the
   * meantime shares the next one, for the answer may be older than what they have to see.
   */
  catchUp(): Promise<void> {
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined;
      const asked = this.#askNewest();
      this.#asking = asked.catch(() => undefined).then(() => undefined);
      return asked.then((revision) => this.waitFor(revision));
    });
    return this.#next;
  }

  /** Others may write outside of the prefix, which nobody tells us: then a write of our own says how far we are. */
  async waitFor(revision: number): Promise<void> {
    if (await this.#waiting.until(revision, SILENCE_MS)) return;
    const { client, mark, assertOpen } = this.#options;
    assertOpen();
    await client.txn({ success: [{ put: { key: mark, value: Buffer.from("{}") } }] });
    if (await this.#waiting.until(revision, PATIENCE_MS)) return;
    throw new StorageError("Failed", `etcd told nothing of revision ${revision} in ${PATIENCE_MS / 1000} s`);
  }

  async #askNewest(): Promise<number> {
    const { client, mark } = this.#options;
    const { header } = await client.range({ key: mark, countOnly: true });
    return toNumber(header.revision);
  }
}
