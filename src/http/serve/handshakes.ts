import type { Socket } from "node:net";

/** Returns a promise of the time when the next handshake can begin; undefined: at once. */
export type HandshakeTurn = () => Promise<void> | undefined;

/**
 * Connections that wait for their handshake while the processor is busy with others. The newest is taken
 * first: a client that has waited for long may have given up. A connection is closed after `longestMs`.
 */
export class Handshakes {
  readonly #turn: HandshakeTurn;
  readonly #begin: (socket: Socket) => void;
  readonly #longestMs: number;
  readonly #waiting: { readonly socket: Socket; readonly since: number }[] = [];
  #taking = false;

  constructor(turn: HandshakeTurn, begin: (socket: Socket) => void, longestMs: number) {
    this.#turn = turn;
    this.#begin = begin;
    this.#longestMs = longestMs;
  }

  /** Takes a new connection, whose socket is paused. */
  accept(socket: Socket): void {
    const turn = this.#taking ? undefined : this.#turn();
    if (turn === undefined && !this.#taking) {
      this.#begin(socket);
      return;
    }
    this.#waiting.push({ socket, since: performance.now() });
    this.#closeOldest();
    if (turn !== undefined) void this.#take(turn);
  }

  async #take(first: Promise<void>): Promise<void> {
    this.#taking = true;
    for (let turn: Promise<void> | undefined = first; this.#waiting.length > 0; turn = this.#turn()) {
      if (turn !== undefined) await turn;
      const next = this.#waiting.pop();
      if (next?.socket.destroyed === false) this.#begin(next.socket);
    }
    this.#taking = false;
  }

  #closeOldest(): void {
    const [oldest] = this.#waiting;
    if (oldest === undefined || performance.now() - oldest.since < this.#longestMs) return;
    this.#waiting.shift();
    oldest.socket.destroy();
  }
}
