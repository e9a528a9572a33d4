import { goDurationMs } from "../api/go-duration.ts";
import { remembered } from "../api/remembered.ts";

/** How long the API server waits for a response, and whether it still waits. */
export class Deadline {
  readonly #endsAt: number;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #left = false;

  /** Infinity: nobody said how long. */
  constructor(milliseconds = Number.POSITIVE_INFINITY) {
    this.#endsAt = performance.now() + milliseconds;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** The timer and the controller are made with the first look. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.#left) controller.abort(new Error("the API server closed the connection"));
      else if (Number.isFinite(this.#endsAt))
        this.#timer = setTimeout(
          () => controller.abort(new Error("the API server's timeout has passed")),
          this.remainingMs,
        );
      this.#timer?.unref();
    }
    return this.#controller.signal;
  }

  /** The API server hung up. */
  leave(): void {
    this.#left = true;
    this.#controller?.abort(new Error("the API server closed the connection"));
    this.end();
  }

  /** The answer is there. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Milliseconds of the `timeout` that an API server puts into the URL (`?timeout=10s`); undefined: there is none. */
export function timeoutOf(url: string): number | undefined {
  const start = url.indexOf("?");
  if (start < 0) return undefined;
  return timeoutIn(url.slice(start));
}

/** An API server sends the same few for ever. */
const timeoutIn = remembered(
  (query): number | undefined => {
    const given = /[?&]timeout=([^&]*)/.exec(query)?.[1];
    const milliseconds = given === undefined ? undefined : goDurationMs(given);
    return milliseconds === undefined || milliseconds < 0 ? undefined : milliseconds;
  },
  { entries: 100 },
);
