import type { ClientHttp2Session } from "node:http2";
import { Call } from "./call.ts";
import { CODE, GrpcError } from "./grpc-error.ts";
import { Heartbeat, TICK_MS } from "./heartbeat.ts";

export interface StreamListener {
  message(bytes: Buffer): void;
  /** Not after `close`. */
  ended(error: GrpcError | undefined): void;
}

export interface Stream {
  write(frame: Buffer): void;
  close(): void;
}

/** An answer is expected within seconds, however busy the other side is. */
const SLOW_TICKS = 3000 / TICK_MS;

interface Unanswered {
  readonly call: Call;
  readonly limit: number;
  ticks: number;
}

/** The calls over one connection while it lasts. */
export class Session {
  /** Somebody waits for an answer for long: try elsewhere. */
  slow = false;
  readonly #http2: ClientHttp2Session;
  readonly #heartbeat: Heartbeat;
  readonly #unanswered = new Set<Unanswered>();
  readonly #timer: NodeJS.Timeout;
  #streams = 0;

  constructor(http2: ClientHttp2Session) {
    this.#http2 = http2;
    this.#heartbeat = new Heartbeat(() => this.#ping());
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    http2.once("close", () => clearInterval(this.#timer));
  }

  /** Takes new calls. */
  get usable(): boolean {
    return !this.#http2.closed && !this.#http2.destroyed;
  }

  /** One message there, in its frame, one back. Rejects with a GrpcError, also when nothing has come for so long. */
  unary(path: string, frame: Buffer, limitMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let answer: Buffer | undefined;
      const call = new Call(this.#http2, path, {
        heard: () => {
          unanswered.ticks = 0;
          this.#heartbeat.heard();
        },
        message: (bytes) => {
          answer = bytes;
        },
        ended: (error) => {
          this.#unanswered.delete(unanswered);
          if (error !== undefined) reject(error);
          else if (answer !== undefined) resolve(answer);
          else reject(new GrpcError(CODE.unknown, "the answer is empty"));
        },
      });
      const unanswered: Unanswered = { call, limit: limitMs / TICK_MS, ticks: 0 };
      this.#unanswered.add(unanswered);
      call.end(frame);
    });
  }

  /** Messages both ways, for as long as both want. Throws a GrpcError when there can be none. */
  stream(path: string, first: Buffer, listener: StreamListener): Stream {
    const call = new Call(this.#http2, path, {
      heard: () => this.#heartbeat.heard(),
      message: (bytes) => listener.message(bytes),
      ended: (error) => {
        this.#streams--;
        listener.ended(error);
      },
    });
    this.#streams++;
    call.write(first);
    let open = true;
    return {
      write: (frame) => call.write(frame),
      close: () => {
        if (open && call.cancel()) this.#streams--;
        open = false;
      },
    };
  }

  /** Every call ends. */
  destroy(): void {
    this.#http2.destroy();
  }

  #tick(): void {
    this.slow = false;
    for (const one of this.#unanswered) {
      one.ticks++;
      if (one.ticks > SLOW_TICKS) this.slow = true;
      if (one.ticks > one.limit)
        one.call.fail(new GrpcError(CODE.deadlineExceeded, `no answer in ${(one.limit * TICK_MS) / 1000} s`));
    }
    if (!this.#heartbeat.tick(this.#streams, this.#unanswered.size)) this.destroy();
  }

  #ping(): void {
    if (this.usable) this.#http2.ping((error) => error === null && this.#heartbeat.pong());
  }
}
