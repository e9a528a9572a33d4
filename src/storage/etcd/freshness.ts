import { Shared } from "../cache/shared.ts";
import { Waiting } from "../cache/waiting.ts";
import { StorageError } from "../storage.ts";
import type { EtcdClient } from "./client.ts";
import type { Feed } from "./feed.ts";
import { toNumber } from "./messages.ts";

/**
 * Time until the feed is queried for its progress, and time between two such queries, in milliseconds:
 * changes usually arrive on their own before.
 */
const EVENT_MS = 5;
const AGAIN_MS = 50;
/** Time until a write of our own brings the news, in milliseconds, if the watch cannot report its progress. */
const SILENCE_MS = 200;
/** Time after which another member is tried, in milliseconds; and the number of such attempts. */
const PATIENCE_MS = 5000;
const TRIES = 3;

interface FreshnessOptions {
  readonly client: EtcdClient;
  /** A key of our own, which is written if no event shows the position of the feed. */
  readonly mark: Buffer;
  /** The newest revision that is here. */
  readonly revision: number;
  feed(): Feed;
}

/** Compares the revision that the feed has reached with the newest one of etcd. */
export class Freshness {
  readonly #options: FreshnessOptions;
  readonly #waiting: Waiting;
  readonly #newest = new Shared(() => this.#askNewest());
  readonly #marking = new Shared(() => this.#writeMark());
  #asking: NodeJS.Timeout | undefined;
  #askingAt = Number.POSITIVE_INFINITY;

  constructor(options: FreshnessOptions) {
    this.#options = options;
    this.#waiting = new Waiting(options.revision);
  }

  /** Called when the feed has reached a revision. */
  reached(revision: number): void {
    this.#waiting.reached(revision);
  }

  close(error: StorageError): void {
    clearTimeout(this.#asking);
    this.#waiting.close(error);
  }

  /** Resolves when all changes committed on any server before the call have arrived. */
  async catchUp(): Promise<void> {
    await this.waitFor(await this.#newest.get());
  }

  /**
   * Waits until this process has reached the revision. Other clients may write outside of the prefix, and the
   * watch does not report that; then progress is requested, or a write of our own moves the watch forward.
   */
  async waitFor(revision: number): Promise<void> {
    if (revision <= this.#waiting.newest) return;
    this.#askIn(this.#options.feed().tellsProgress ? EVENT_MS : SILENCE_MS);
    await this.waitForChange(revision);
  }

  /** Waits for a change that is certain to come. Rejects with `Failed` if it does not. */
  async waitForChange(revision: number): Promise<void> {
    for (let i = 0; i < TRIES; i++) {
      if (await this.#waiting.until(revision, PATIENCE_MS)) return;
      this.#options.feed().move();
    }
    const seconds = (PATIENCE_MS * TRIES) / 1000;
    throw new StorageError("Failed", `etcd told nothing of revision ${revision} in ${seconds} s`);
  }

  /** Requests progress for all waiting reads, again and again until no read waits. */
  #askIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#askingAt <= at) return;
    clearTimeout(this.#asking);
    this.#askingAt = at;
    this.#asking = setTimeout(() => {
      this.#askingAt = Number.POSITIVE_INFINITY;
      if (this.#waiting.nobody) return;
      this.#ask();
      this.#askIn(AGAIN_MS);
    }, milliseconds);
  }

  #ask(): void {
    const feed = this.#options.feed();
    if (feed.tellsProgress) feed.requestProgress();
    // The waiting read gets its own error if this does not help.
    else this.#marking.get().catch(() => {});
  }

  async #askNewest(): Promise<number> {
    const { client, mark } = this.#options;
    const { header } = await client.range({ key: mark, countOnly: true });
    return toNumber(header.revision);
  }

  async #writeMark(): Promise<void> {
    const { client, mark } = this.#options;
    await client.txn({ success: [{ put: { key: mark, value: Buffer.from("{}") } }] });
  }
}
