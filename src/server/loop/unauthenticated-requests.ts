import type { Peer } from "../../api/exchange/exchange.ts";
import { FairQueue } from "./fair-queue.ts";

/**
 * Unauthenticated requests. One costs little, but a client can send very many. While the loop has other work
 * they continue one by one, each with a turn of the slow lane. Connections take turns.
 */
export class UnauthenticatedRequests {
  readonly #laneTurn: () => Promise<void> | undefined;
  readonly #queue = new FairQueue<Peer, () => void>();
  #taking = false;

  /** `laneTurn`: resolves when one of them may continue; undefined means now. */
  constructor(laneTurn: () => Promise<void> | undefined) {
    this.#laneTurn = laneTurn;
  }

  /** Resolves when a request over this connection may continue. Undefined means now. */
  turn(peer: Peer): Promise<void> | undefined {
    if (!this.#taking) {
      const first = this.#laneTurn();
      if (first === undefined) return undefined;
      void this.#take(first);
    }
    return new Promise((go) => this.#queue.push(peer, go));
  }

  /** Number of requests of one connection that wait. */
  waitingOf(peer: Peer): number {
    return this.#queue.lengthOf(peer);
  }

  async #take(first: Promise<void>): Promise<void> {
    this.#taking = true;
    let turn: Promise<void> | undefined = first;
    do {
      await turn;
      this.#queue.shift()?.();
      turn = this.#queue.length > 0 ? this.#laneTurn() : undefined;
    } while (this.#queue.length > 0);
    this.#taking = false;
  }
}
