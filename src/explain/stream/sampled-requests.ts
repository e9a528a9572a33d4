import { TokenBucket, type TokenRate } from "../../async/token-bucket.ts";
import { type Remembered, RememberedRing } from "../remembered.ts";

/**
 * Sampling rate, separate for refused requests and for all others: viewers search for each request of a usual server. A busy
 * server sends no more, because each kept request costs it time and memory.
 */
const RATE: TokenRate = { perSecond: 500, burst: 2000 };
const MOST = 1000;

/** Sample of a busy server's requests for viewers. Refused requests have a rate of their own. */
export class SampledRequests {
  readonly ring = new RememberedRing(0);
  /** Number of requests that were not sampled. */
  skipped = 0;
  #isOn = false;
  readonly #refused = new TokenBucket(RATE);
  readonly #others = new TokenBucket(RATE);

  turn(isOn: boolean): void {
    this.#isOn = isOn;
    this.ring.resize(isOn ? MOST : 0);
  }

  offer(request: Remembered): void {
    if (!this.#isOn) return;
    if ((request.status >= 400 ? this.#refused : this.#others).take()) this.ring.add(request);
    else this.skipped++;
  }
}
