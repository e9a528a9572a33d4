import { remembered } from "../async/remembered.ts";
import { goDurationMs } from "../go/duration.ts";

/** The time until the API server stops waiting for a response, with a signal for its end. */
export class Deadline {
  readonly #endsAt: number;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #left = false;

  /** Default: Infinity, for a request without a timeout. */
  constructor(milliseconds = Number.POSITIVE_INFINITY) {
    this.#endsAt = performance.now() + milliseconds;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** The timer and the controller are created at the first access. */
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

  /** Aborts the signal: the API server closed the connection. */
  leave(): void {
    this.#left = true;
    this.#controller?.abort(new Error("the API server closed the connection"));
    this.end();
  }

  /** Stops the timer: the response is complete. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Returns the `timeout` that an API server puts into the URL (`?timeout=10s`), in milliseconds; undefined if
 * there is none.
 */
export function timeoutOf(url: string): number | undefined {
  const start = url.indexOf("?");
  if (start < 0) return undefined;
  return timeoutIn(url.slice(start));
}

/** The values are cached, because an API server always sends the same few. */
const timeoutIn = remembered(
  (query): number | undefined => {
    const given = /[?&]timeout=([^&]*)/.exec(query)?.[1];
    const milliseconds = given === undefined ? undefined : goDurationMs(given);
    return milliseconds === undefined || milliseconds < 0 ? undefined : milliseconds;
  },
  { entries: 100 },
);
