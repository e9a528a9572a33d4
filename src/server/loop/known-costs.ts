import { ownCopy } from "../../api/remembered.ts";
import type { LoopUser } from "./loop-budget.ts";

/**
 * How long requests of one sort took the event loop, where that was long: by who asked for what. What is known nears the
 * median: some of the quick ones take long because they do the garbage collector's work, and their mean would say that
 * all are slow.
 */
export class KnownCosts {
  readonly #ms = new Map<string, number>();

  /** Milliseconds; 0 for what is quick, or not known. */
  of(context: LoopUser): number {
    return this.#ms.size === 0 ? 0 : (this.#ms.get(sortOf(context)) ?? 0);
  }

  learn(context: LoopUser, ms: number): void {
    if (ms < WORTH_KNOWING_MS && this.#ms.size === 0) return;
    const sort = sortOf(context);
    const before = this.#ms.get(sort) ?? WORTH_KNOWING_MS;
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

/** Names are a client's to choose: they do not count. Pages are quick where whole lists are not. */
function sortOf({ info, user, request }: LoopUser): string {
  const what = info.isResource ? `${info.group}/${info.resource}/${info.subresource}` : info.path;
  const page = request.rawQuery.includes("limit=") ? "page" : "";
  return `${user.username} ${info.verb} ${what} ${page}`.slice(0, LONGEST);
}

const WORTH_KNOWING_MS = 0.2;
/** By so much one request changes what is known, at most: a pause makes several in a row seem slow. */
const STEP = 1.3;
const MOST = 1000;
const LONGEST = 256;
