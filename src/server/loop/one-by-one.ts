import { FairQueue } from "./fair-queue.ts";

/** Lets one request continue each time the loop has turned, however many wait. Clients take turns. */
export class OneByOne {
  readonly #waiting = new FairQueue<string, () => void>();
  readonly #afterTurn: (act: () => void) => void;

  /** `afterTurn`: calls a function when the loop has turned. */
  constructor(afterTurn: (act: () => void) => void) {
    this.#afterTurn = afterTurn;
  }

  turn(client: string): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push(client, go);
      if (this.#waiting.length === 1) this.#afterTurn(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) this.#afterTurn(this.#next);
  };
}
