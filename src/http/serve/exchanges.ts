import type { Handler, ServerRequest, ServerResponse } from "../../api/exchange.ts";
import { together } from "../together.ts";
import type { Pump } from "./body-pump.ts";
import { PANIC } from "./panic.ts";

/** What both protocols share: the handler, and the streams that are open, so that they can be ended. */
export class Exchanges {
  readonly #handler: Handler;
  readonly #onError: (error: unknown, request: ServerRequest) => void;
  readonly #pumps = new Set<Pump>();
  #draining = false;

  constructor(handler: Handler, onError: (error: unknown, request: ServerRequest) => void) {
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
      this.#onError(error, request);
      return PANIC;
    }
  }

  report(error: unknown, request: ServerRequest): void {
    this.#onError(error, request);
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
