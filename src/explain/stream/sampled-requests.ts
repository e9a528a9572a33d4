import { TokenBucket, type TokenRate } from "../../api/token-bucket.ts";
import { type Remembered, RememberedRing } from "../remembered.ts";

/**
 * Of refused ones and of all others each: nobody reads more, and each that is kept costs the server. One command may write
 * as many objects as the burst.
 */
const RATE: TokenRate = { perSecond: 20, burst: 100 };
const MOST = 1000;

/** What viewers are shown of a busy server's requests: a part of them, refused ones first. */
export class SampledRequests {
  readonly ring = new RememberedRing(0);
  /** How many were left out until now. */
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
