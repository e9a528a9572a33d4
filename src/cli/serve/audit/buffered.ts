import { timerMs } from "../../../async/timer-ms.ts";
import { TokenBucket } from "../../../async/token-bucket.ts";
import type { Log } from "../../../server/log.ts";
import type { AuditBackend, AuditEvent } from "./backend.ts";

/** Limits of batches of audit events. */
export interface BatchOptions {
  /** Events that may wait. */
  readonly bufferSize: number;
  /** Events of a batch. */
  readonly maxSize: number;
  readonly maxWaitMs: number;
  /** Batches a second, and at once; undefined: as many as there are. */
  readonly throttle: { readonly qps: number; readonly burst: number } | undefined;
}

/**
 * Limit for the bytes of all waiting events (64 MiB): a limit on their number alone would let them fill the
 * memory.
 */
const MOST_WAITING_BYTES = 64 << 20;

/**
 * Events wait until there are enough for a batch, or the oldest has waited for long enough; what finds no place is lost, and
 * logged (apiserver/plugin/pkg/audit/buffered/buffered.go).
 */
export class BufferedBackend implements AuditBackend {
  readonly #backend: AuditBackend;
  readonly #options: BatchOptions;
  readonly #log: Log;
  #waiting: AuditEvent[] = [];
  #bytes = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  /** Undefined: batches have no rate limit. */
  readonly #bucket: TokenBucket | undefined;
  #closed = false;

  constructor(backend: AuditBackend, options: BatchOptions, log: Log) {
    this.#backend = backend;
    this.#options = options;
    this.#log = log;
    const { throttle } = options;
    this.#bucket = throttle && new TokenBucket({ perSecond: throttle.qps, burst: throttle.burst });
  }

  process(events: readonly AuditEvent[]): boolean {
    for (const event of events) this.#take(event);
    if (this.#waiting.length >= this.#options.maxSize) this.#send();
    else if (this.#waiting.length > 0) this.#wait(this.#options.maxWaitMs);
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) this.#batch();
    // It ends what is on its way.
    await this.#backend.close();
    await Promise.all(this.#underWay);
  }

  #take(event: AuditEvent): void {
    const isFull = this.#waiting.length >= this.#options.bufferSize || this.#bytes > MOST_WAITING_BYTES;
    if (isFull || this.#closed) {
      if (this.#lost++ === 0) this.#log("error", "audit events are lost: audit buffer queue blocked");
      return;
    }
    if (this.#lost > 0) this.#log("error", "audit events were lost", { lost: this.#lost });
    this.#lost = 0;
    this.#waiting.push(event);
    this.#bytes += event.line.length;
  }

  #wait(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, timerMs(ms)).unref();
  }

  /** Sends as many batches as the rate limit permits now, and the others later. */
  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      if (this.#bucket?.take() === false) {
        this.#wait(this.#bucket.msUntilNext());
        return;
      }
      this.#batch();
      if (this.#waiting.length < this.#options.maxSize) break;
    }
    if (this.#waiting.length > 0) this.#wait(this.#options.maxWaitMs);
  }

  #batch(): void {
    const batch = this.#waiting.splice(0, this.#options.maxSize);
    this.#bytes -= batch.reduce((sum, { line }) => sum + line.length, 0);
    const outcome = this.#backend.process(batch);
    if (!(outcome instanceof Promise)) return;
    this.#underWay.add(outcome);
    void outcome.finally(() => this.#underWay.delete(outcome));
  }
}
