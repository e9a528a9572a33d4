import type { RecordedRequest } from "../../recording/recording.ts";

/** Limits for waiting requests: their number, and the bytes of their bodies (32 MiB). */
const MOST = 1_000;
const MOST_BYTES = 32 << 20;

/** Queue of requests from a webhook to their consumer. */
export class WaitingRequests implements AsyncIterable<RecordedRequest> {
  readonly #waiting: { readonly request: RecordedRequest; readonly bytes: number }[] = [];
  #bytes = 0;
  #isOver = false;
  #wake: () => void = () => {};

  /** Returns false if there is no room for the request. `bytes`: size of its review. */
  add(request: RecordedRequest, bytes: number): boolean {
    if (this.#isOver || this.#waiting.length >= MOST || this.#bytes + bytes > MOST_BYTES) return false;
    this.#waiting.push({ request, bytes });
    this.#bytes += bytes;
    this.#wake();
    return true;
  }

  /** Nothing more comes; what waits is still handed out. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecordedRequest, void, undefined> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        this.#bytes -= next.bytes;
        yield next.request;
      } else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
