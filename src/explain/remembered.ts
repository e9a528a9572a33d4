import type { RequestContext } from "../server/request-context.ts";

/** A request that has been answered, for as long as it is kept. */
export interface Remembered {
  readonly context: RequestContext;
  readonly status: number;
  /** Counts all requests of this server; later ones have greater numbers. */
  readonly sequence: number;
  readonly milliseconds: number;
}

/** Bodies of the remembered requests together: what has been made of a body takes many times its room. */
const MOST_BYTES = 4 << 20;

/** The newest requests: so many, and fewer when they are great. */
export class RememberedRing {
  #most: number;
  #kept: Remembered[] = [];
  #bytes = 0;
  #lastDropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The greatest sequence that is not kept any more; 0: all are. */
  get lastDropped(): number {
    return this.#lastDropped;
  }

  /** From now on so many. */
  resize(most: number): void {
    this.#most = most;
    this.#dropOld();
  }

  add(request: Remembered): void {
    this.#kept.push(request);
    this.#bytes += request.context.bodyBytes;
    this.#dropOld();
  }

  findLast(isMeant: (request: Remembered) => boolean): Remembered | undefined {
    return this.#kept.findLast(isMeant);
  }

  /** At most so many that came after it, the oldest first. */
  after(sequence: number, most: number): readonly Remembered[] {
    let from = this.#kept.length;
    while (from > 0 && (this.#kept[from - 1]?.sequence ?? 0) > sequence) from--;
    return this.#kept.slice(from, from + most);
  }

  /** Many at a time, for each takes the place of all that follow. */
  #dropOld(): void {
    let drop = 0;
    while (drop < this.#kept.length && (this.#kept.length - drop > this.#most || this.#bytes > MOST_BYTES))
      this.#bytes -= this.#kept[drop++]?.context.bodyBytes ?? 0;
    if (drop === 0) return;
    this.#lastDropped = this.#kept[drop - 1]?.sequence ?? 0;
    this.#kept.splice(0, drop);
  }
}
