import type { Socket } from "node:net";

/** Maximum number of requests of one connection that are answered at the same time. */
const MOST_PIPELINED = 16;

/**
 * Limits the concurrent requests of one HTTP/1.1 connection. Node continues to read while responses are made,
 * and keeps each request that comes: one TLS record can have hundreds, which take much memory and time. Only
 * some of them begin at once and the others after them; the socket is read again when all have their
 * responses.
 */
export class Pipeline {
  readonly #socket: Socket;
  #open = 0;
  #waiting: (() => void)[] = [];
  #isPaused = false;
  #afterwards: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * Limits the connection; called after the HTTP/1.1 server has parsed a piece, because that server resumes reading after each
   * request.
   */
  limit(): void {
    if (this.#waiting.length > 0) this.#pause();
  }

  /** Calls `answer` now, or when there is room. */
  begin(answer: () => void): void {
    if (this.#open >= MOST_PIPELINED) this.#waiting.push(answer);
    else {
      this.#open++;
      answer();
    }
  }

  /** Called when a request that had begun has its response. */
  end(): void {
    this.#open--;
    if (this.#socket.destroyed) this.#waiting = [];
    const next = this.#waiting.shift();
    if (next !== undefined) this.begin(next);
    else if (this.#open === 0) this.#allAnswered();
  }

  /** Calls `act` when all requests that came have their responses. Until then the socket is not read. */
  whenAnswered(act: () => void): void {
    if (this.#open === 0) act();
    else {
      this.#pause();
      this.#afterwards = act;
    }
  }

  #allAnswered(): void {
    this.#resume();
    const act = this.#afterwards;
    this.#afterwards = undefined;
    if (!this.#socket.destroyed) act?.();
  }

  #pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#socket.writableNeedDrain) this.#socket.once("drain", () => this.#socket.resume());
    else this.#socket.resume();
  }
}
