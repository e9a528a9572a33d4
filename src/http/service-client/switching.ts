import { type Duplex, PassThrough, type Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { ServiceAnswer } from "../../api/exchange/service-client.ts";

/** Head of a response, with its body or with the connection that has changed its protocol. */
export interface Switched {
  readonly status: number;
  readonly headers: ServiceAnswer["headers"];
  readonly body: Readable;
  readonly connection?: Duplex;
}

/**
 * Handler of a request whose response can change the protocol of its connection: undici's own functions
 * refuse every other response.
 */
export class Switching implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Switched>;
  readonly #signal: AbortSignal;
  readonly #body = new PassThrough();
  #resolve: (answer: Switched) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const abort = () => controller.abort(new Error("context canceled"));
    if (this.#signal.aborted) abort();
    else this.#signal.addEventListener("abort", abort, { once: true });
    this.#body.on("drain", () => controller.resume());
    this.#body.once("close", () => {
      if (!this.#body.readableEnded) abort();
    });
  }

  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ServiceAnswer["headers"],
    connection: Duplex,
  ): void {
    this.#resolve({ status, headers, body: this.#body, connection });
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ServiceAnswer["headers"],
  ): void {
    if (status >= 200) this.#resolve({ status, headers, body: this.#body });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (!this.#body.write(piece)) controller.pause();
  }

  onResponseEnd(): void {
    this.#body.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
    this.#body.destroy(error);
  }
}
