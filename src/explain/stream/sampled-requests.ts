import { TokenBucket } from "../../api/token-bucket.ts";
import { type Remembered, RememberedRing } from "../remembered.ts";

/** So many a second, and as many refused ones: nobody reads more, and each that is kept costs the server. */
const A_SECOND = 20;
/** After a quiet time: one command may write as many objects. */
const AT_ONCE = 100;
const MOST = 1000;

/** What viewers are shown of a busy server's requests: a part of them, refused ones first. */
export class SampledRequests {
  readonly ring = new RememberedRing(0);
  /** How many were left out until now. */
  skipped = 0;
  #isOn = false;
  readonly #refused = createBucket();
  readonly #others = createBucket();

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

const createBucket = (): TokenBucket => new TokenBucket(A_SECOND, undefined, AT_ONCE);
