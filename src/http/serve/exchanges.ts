import type { Handler, ServerRequest, ServerResponse } from "../../api/exchange/exchange.ts";
import { inStep } from "../in-step.ts";
import type { Pump } from "./body-pump.ts";
import { PANIC } from "./panic.ts";
import type { Unsent } from "./unsent.ts";

/** Wraps a callback of one exchange: an error that it throws is reported, and ends only this exchange. */
export type Guard = <A extends readonly unknown[]>(act: (...args: A) => void) => (...args: A) => void;

/** State that both protocols share: the handler, and the open streams, which are ended when the server closes. */
export class Exchanges {
  /** Counts the response bytes that clients have not received yet. */
  readonly unsent: Unsent;
  readonly #handler: Handler;
  readonly #onError: (error: unknown, request: ServerRequest) => void;
  readonly #pumps = new Set<Pump>();
  #draining = false;

  constructor(handler: Handler, onError: (error: unknown, request: ServerRequest) => void, unsent: Unsent) {
    this.unsent = unsent;
    this.#handler = handler;
    this.#onError = onError;
  }

  /** True once the server is closing: connections are not kept. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Calls the handler. Never rejects: if the handler throws, the response is a 500. */
  async answer(request: ServerRequest): Promise<ServerResponse> {
    await inStep();
    try {
      return await this.#handler(request);
    } catch (error) {
      this.report(error, request);
      return PANIC;
    }
  }

  /**
   * Returns the guard of an exchange. Every callback of the exchange goes through it, because callbacks of
   * sockets, streams and promises have no caller that could catch their errors. `breakOff` sends a 500 or, if
   * a response has begun, makes sure that the client does not treat it as complete.
   */
  guard(request: ServerRequest, breakOff: () => void): Guard {
    return (act) =>
      (...args) => {
        try {
          act(...args);
        } catch (error) {
          this.report(error, request);
          breakOff();
        }
      };
  }

  report(error: unknown, request: ServerRequest): void {
    try {
      this.#onError(error, request);
    } catch {
      // The log has failed; the exchange still has to be ended.
    }
  }

  opened(pump: Pump): void {
    this.#pumps.add(pump);
    if (this.#draining) pump.stop();
  }

  closed(pump: Pump): void {
    this.#pumps.delete(pump);
  }

  drain(): void {
    this.#draining = true;
    for (const pump of this.#pumps) pump.stop();
  }
}
