import { TokenBucket, type TokenRate } from "../../async/token-bucket.ts";
import { type Remembered, RememberedRing } from "../remembered.ts";
import { OWN_USER } from "./shown-request.ts";

/**
 * Rate of the requests that are kept for long. People and controllers write less; a benchmark does not, and for it each kept
 * request would cost time.
 */
const RATE: TokenRate = { perSecond: 20, burst: 500 };

/** Limit of the memory of all kept requests, in bytes. */
const MOST_BYTES = 64 << 20;
/** Memory of a request without its objects, and of these for each byte of their texts: an estimate. */
const FIXED_BYTES = 4 << 10;
const BYTES_PER_BYTE = 8;

/** The writes of many minutes, at least ten with 10,000 requests or 64 MiB. Of a busy server, it keeps some. */
export class LongMemory {
  readonly #ring: RememberedRing;
  readonly #rate = new TokenBucket(RATE);

  /** `most`: number of requests; 0 keeps none. */
  constructor(most: number) {
    this.#ring = new RememberedRing(most, MOST_BYTES, sizeOf);
  }

  /** Keeps a request, unless it says nothing to people: leases are renewed and events are written all the time. */
  offer(request: Remembered): void {
    if (!isRoutine(request) && this.#rate.take()) this.#ring.add(request);
  }

  findLast(isMeant: (request: Remembered) => boolean): Remembered | undefined {
    return this.#ring.findLast(isMeant);
  }

  /** All kept requests, the oldest first. */
  all(): readonly Remembered[] {
    return this.#ring.after(0, Number.POSITIVE_INFINITY);
  }
}

const sizeOf = ({ context }: Remembered): number => FIXED_BYTES + context.valueBytes * BYTES_PER_BYTE;

/** Kinds that controllers write all the time. */
const ROUTINE: ReadonlySet<string> = new Set(["leases", "events"]);

/** True for a write that no person waits for. */
const isRoutine = ({ context: { info } }: Remembered): boolean => ROUTINE.has(info.resource);

/**
 * True if a person sent the request, and not a controller: controllers have accounts whose names begin with `system:`. A person
 * can impersonate such an account. So does the server itself, for its controllers.
 */
export const isOfPerson = (request: Remembered): boolean => {
  const { user, impersonator = { username: OWN_USER } } = request.context;
  const isImpersonated = impersonator.username !== OWN_USER;
  return !isRoutine(request) && (isImpersonated || !(user.username ?? "").startsWith("system:"));
};

/**
 * Sampling rate, separate for refused requests and for all others: viewers search for each request of a usual server. A busy
 * server sends no more, because each kept request costs it time and memory.
 */
const SAMPLE_RATE: TokenRate = { perSecond: 500, burst: 2000 };
const MOST_SAMPLED = 1000;

/** Sample of a busy server's requests for viewers. Refused requests have a rate of their own. */
export class SampledRequests {
  readonly ring = new RememberedRing(0);
  /** Number of requests that were not sampled. */
  skipped = 0;
  #isOn = false;
  readonly #refused = new TokenBucket(SAMPLE_RATE);
  readonly #others = new TokenBucket(SAMPLE_RATE);

  turn(isOn: boolean): void {
    this.#isOn = isOn;
    this.ring.resize(isOn ? MOST_SAMPLED : 0);
  }

  offer(request: Remembered): void {
    if (!this.#isOn) return;
    if ((request.status >= 400 ? this.#refused : this.#others).take()) this.ring.add(request);
    else this.skipped++;
  }
}
