import type { LoopUser } from "./loop-budget.ts";

/** How long requests of one sort took the event loop, where that was long: by who asked for what. */
export class KnownCosts {
  readonly #ms = new Map<string, number>();

  /** Milliseconds; 0 for what is quick, or not known. */
  of(context: LoopUser): number {
    return this.#ms.size === 0 ? 0 : (this.#ms.get(sortOf(context)) ?? 0);
  }

  learn(context: LoopUser, ms: number): void {
    if (ms < WORTH_KNOWING_MS && this.#ms.size === 0) return;
    const sort = sortOf(context);
    const before = this.#ms.get(sort) ?? 0;
    this.#ms.delete(sort);
    // One that took long among many that did not had to wait for others, or for the garbage collector: what counts is the
    // mean, and one alone does not lift it far.
    const counted = Math.min(ms, (before + 1) * MOST_TIMES);
    const mean = before + (counted - before) * NEW_SHARE;
    if (mean < WORTH_KNOWING_MS) return;
    this.#ms.set(sort, mean);
    if (this.#ms.size > MOST) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const sort of this.#ms.keys()) {
      this.#ms.delete(sort);
      return;
    }
  }
}

/** Names are a client's to choose: they do not count. Pages are quick where whole lists are not. */
function sortOf({ info, user, request }: LoopUser): string {
  const what = info.isResource ? `${info.group}/${info.resource}/${info.subresource}` : info.path;
  const page = request.rawQuery.includes("limit=") ? "page" : "";
  return `${user.username} ${info.verb} ${what} ${page}`.slice(0, LONGEST);
}

const WORTH_KNOWING_MS = 0.5;
const NEW_SHARE = 0.2;
const MOST_TIMES = 4;
const MOST = 1000;
const LONGEST = 256;
