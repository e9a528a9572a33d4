import type { Peer } from "../../api/exchange.ts";
import { FairQueue } from "./fair-queue.ts";

/**
 * Requests of whom nobody knows: they cost little each, but anyone who sends them may send very many. While others use the
 * loop they go one by one, as the lane has time for them. Connections take turns.
 */
export class UnauthenticatedRequests {
  readonly #laneTurn: () => Promise<void> | undefined;
  readonly #queue = new FairQueue<Peer, () => void>();
  #taking = false;

  /** `laneTurn`: resolves when one of them may go on; undefined: now. */
  constructor(laneTurn: () => Promise<void> | undefined) {
    this.#laneTurn = laneTurn;
  }

  /** Resolves when a request over this connection may go on; undefined: now. */
  turn(peer: Peer): Promise<void> | undefined {
    if (!this.#taking) {
      const first = this.#laneTurn();
      if (first === undefined) return undefined;
      void this.#take(first);
    }
    return new Promise((go) => this.#queue.push(peer, go));
  }

  /** How many wait that came over one connection. */
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
