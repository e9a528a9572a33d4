import type { Handler, ServerRequest, ServerResponse } from "../../api/exchange.ts";
import { together } from "../together.ts";
import type { Pump } from "./body-pump.ts";
import { PANIC } from "./panic.ts";
import type { Unsent } from "./unsent.ts";

/** Makes a callback of one exchange harmless: what it throws is reported, and ends this exchange alone. */
export type Guard = <A extends readonly unknown[]>(act: (...args: A) => void) => (...args: A) => void;

/** What both protocols share: the handler, and the streams that are open, so that they can be ended. */
export class Exchanges {
  /** What clients have not taken yet. */
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

  /** Never rejects: a handler that throws answers 500. */
  async answer(request: ServerRequest): Promise<ServerResponse> {
    await together();
    try {
      return await this.#handler(request);
    } catch (error) {
      this.report(error, request);
      return PANIC;
    }
  }

  /**
   * Every callback of an exchange goes through its guard: those of sockets, streams and promises have no caller that could
   * catch what they throw. `breakOff` answers 500, or when an answer has begun makes sure that nobody takes it for whole.
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
      // The log has failed: that is no reason to leave this exchange without its end.
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
