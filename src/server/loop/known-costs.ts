import { ownCopy } from "../../async/remembered.ts";
import type { LoopUser } from "./loop-budget.ts";

/**
 * Loop time of slow requests by sort: user, verb and resource. Each estimate approaches the median. The mean
 * would be too high: some quick requests take long because the garbage collector runs during them.
 */
export class KnownCosts {
  readonly #ms = new Map<string, number>();

  /** Estimated loop time in milliseconds; 0 for quick or unknown requests. */
  of(context: LoopUser): number {
    return this.#ms.size === 0 ? 0 : (this.#ms.get(sortOf(context)) ?? 0);
  }

  learn(context: LoopUser, ms: number): void {
    if (ms < WORTH_KNOWING_MS && this.#ms.size === 0) return;
    const sort = sortOf(context);
    const estimate = this.#ms.get(sort);
    if (estimate === undefined && ms < WORTH_KNOWING_MS) return;
    const before = estimate ?? WORTH_KNOWING_MS;
    this.#ms.delete(sort);
    const known = ms > before ? Math.min(ms, before * STEP) : Math.max(ms, before / STEP);
    if (known < WORTH_KNOWING_MS) return;
    this.#ms.set(ownCopy(sort), known);
    if (this.#ms.size > MOST) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const sort of this.#ms.keys()) {
      this.#ms.delete(sort);
      return;
    }
  }
}

/**
 * The sort of a request. It contains no object names, because the client chooses them. Pages have their own
 * sort, because they are quick where whole lists are not.
 */
function sortOf({ info, user, request }: LoopUser): string {
  const what = info.isResource ? `${info.group}/${info.resource}/${info.subresource}` : info.path;
  const page = request.rawQuery.includes("limit=") ? "page" : "";
  return `${user.username} ${info.verb} ${what} ${page}`.slice(0, LONGEST);
}

const WORTH_KNOWING_MS = 0.2;
/**
 * Largest factor between the old and the new estimate after one request. It is small because a pause can make
 * several requests in a row seem slow.
 */
const STEP = 1.3;
const MOST = 1000;
const LONGEST = 256;
