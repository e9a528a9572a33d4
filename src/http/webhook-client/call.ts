import type { Dispatcher } from "undici";
import type { Cancellation } from "../../async/cancellation.ts";
import { BodyPieces } from "../body-pieces.ts";
import { inStep } from "../in-step.ts";
import type { Facts } from "./observed.ts";
import type { Expiring, Ticket, TimerWheel } from "./timer-wheel.ts";
import { troubleText } from "./trouble-text.ts";

/** Result of one request. */
export type Outcome =
  | { readonly kind: "response"; readonly status: number; readonly head: ResponseHead; readonly body: Buffer }
  | {
      readonly kind: "failure";
      /** Go's text about the failure, without the URL. */
      readonly message: string;
      /** True if the call failed after the head of the response. */
      readonly inBody: boolean;
      readonly canceled: boolean;
      readonly timedOut: boolean;
    };

/** Headers of a response that decide the next step; empty if absent. */
interface ResponseHead {
  contentType: string;
  contentEncoding: string;
  retryAfter: string;
  location: string;
}

/** A request of HTTP, and its limits. */
export interface CallOptions {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly method: "POST" | "GET";
  /** Header names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | string | null;
  /** Time at which the call ends, in milliseconds of `performance.now()`. */
  readonly deadline: number;
  /**
   * Suffixes of `context deadline exceeded` when this deadline passes: before the head of the response, and
   * in its body.
   */
  readonly overrun: readonly [string, string];
  readonly signal: Cancellation | undefined;
  readonly wheel: TimerWheel;
  readonly facts: WeakMap<Error, Facts>;
  /** Maximum size of the response body, in bytes. */
  readonly maxBody: number;
}

/** Sends one request and reads the whole response. Never rejects. */
export async function call(options: CallOptions): Promise<Outcome> {
  const outcome = await new Promise<Outcome>((resolve) => {
    const handler = new CallHandler(options, resolve);
    handler.start();
  });
  await inStep();
  return outcome;
}

class CallHandler implements Dispatcher.DispatchHandler, Expiring {
  readonly #options: CallOptions;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #head: ResponseHead = { contentType: "", contentEncoding: "", retryAfter: "", location: "" };
  readonly #body = new BodyPieces();
  readonly #onAbort: (() => void) | undefined;
  #status = 0;
  #over = false;
  #ticket: Ticket | undefined;
  #abort: ((error?: Error) => void) | undefined;

  constructor(options: CallOptions, resolve: (outcome: Outcome) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#onAbort = options.signal === undefined ? undefined : () => this.#cancel();
  }

  start(): void {
    const { dispatcher, origin, path, method, headers, body, deadline, wheel, signal } = this.#options;
    const left = deadline - performance.now();
    if (signal?.aborted === true) this.#cancel();
    else if (left <= 0) this.expire();
    if (this.#over) return;
    this.#ticket = wheel.schedule(this, left);
    if (this.#onAbort !== undefined) signal?.addEventListener("abort", this.#onAbort);
    try {
      dispatcher.dispatch({ origin, path, method, headers: headers as string[], body }, this);
    } catch (error) {
      this.onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  expire(): void {
    const suffix = this.#options.overrun[this.#status === 0 ? 0 : 1];
    this.#fail(`context deadline exceeded${suffix}`, { timedOut: true });
    this.#abort?.();
  }

  #cancel(): void {
    this.#fail("context canceled", { canceled: true });
    this.#abort?.();
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    if (this.#over) abort();
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) return true;
    this.#status = status;
    readHead(headers, this.#head);
    // Bytes after such a head are not a body (bodyAllowedForStatus of Go's net/http).
    if (status === 204 || status === 304) this.onComplete();
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#body.add(chunk);
    if (this.#body.size > this.#options.maxBody) {
      this.#fail("http: response body too large", {});
      this.#abort?.();
    }
    return true;
  }

  onComplete(): void {
    this.#finish({ kind: "response", status: this.#status, head: this.#head, body: this.#body.whole() });
  }

  onError(error: Error): void {
    if (!this.#over) this.#fail(troubleText(error, this.#options.facts, this.#status !== 0), {});
  }

  #fail(message: string, { canceled = false, timedOut = false }): void {
    this.#finish({ kind: "failure", message, inBody: this.#status !== 0, canceled, timedOut });
  }

  #finish(outcome: Outcome): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#ticket !== undefined) this.#options.wheel.cancel(this.#ticket);
    if (this.#onAbort !== undefined) this.#options.signal?.removeEventListener("abort", this.#onAbort);
    this.#resolve(outcome);
  }
}

/** Maximum length of a header value that is read, in bytes. Heads can have 1 MiB. */
const MAX_VALUE = 16 << 10;

/**
 * Reads the headers that are needed. It compares the length of each name first, because most headers are not
 * needed.
 */
function readHead(headers: readonly Buffer[], head: ResponseHead): void {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const key = headers[i];
    if (
      key === undefined ||
      (key.length !== 8 && key.length !== 11 && key.length !== 12 && key.length !== 16)
    )
      continue;
    const name = key.toString("latin1").toLowerCase();
    const value = headers[i + 1]?.toString("latin1", 0, MAX_VALUE) ?? "";
    if (name === "content-type") head.contentType ||= value;
    else if (name === "content-encoding") head.contentEncoding ||= value;
    else if (name === "retry-after") head.retryAfter ||= value;
    else if (name === "location") head.location ||= value;
  }
}
