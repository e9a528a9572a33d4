import { TokenBucket, type TokenRate } from "../../async/token-bucket.ts";
import { type Remembered, RememberedRing } from "../remembered.ts";

/**
 * Sampling rate, separate for refused requests and for all others. Users cannot read more, and each kept
 * request costs the server time and memory. The burst allows one command to write 100 objects.
 */
const RATE: TokenRate = { perSecond: 20, burst: 100 };
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
