import { Line } from "../../../async/line.ts";
import { encodeHeaders } from "../http2/headers.ts";
import type { Http2Client } from "../http2/http2-client.ts";
import { Call, type CallListener, MESSAGE_LIMIT } from "./call.ts";
import { CODE, GrpcError } from "./grpc-error.ts";
import { Heartbeat, TICK_MS } from "./heartbeat.ts";

/** Receives the messages of one stream. */
export interface StreamListener {
  message(bytes: Buffer): void;
  /** Not after `close`. */
  ended(error: GrpcError | undefined): void;
}

/** Sending half of a stream in both directions. */
export interface Stream {
  write(frame: Buffer): void;
  close(): void;
}

/** An answer is expected within seconds, however busy the other side is. */
const SLOW_TICKS = 3000 / TICK_MS;

const ALWAYS = {
  "content-type": "application/grpc",
  te: "trailers",
  // Makes a member without a leader report that at once, and end its streams.
  hasleader: "true",
};

interface Unanswered {
  readonly call: Call;
  readonly limit: number;
  ticks: number;
}

/** The calls over one connection while it lasts. */
export class Session {
  /** True if a call has waited long for an answer: new calls should use another member. */
  slow = false;
  readonly #client: Http2Client;
  readonly #place: Readonly<Record<string, string>>;
  readonly #headers = new Map<string, Buffer>();
  readonly #heartbeat: Heartbeat;
  readonly #unanswered = new Line<Unanswered>();
  readonly #timer: NodeJS.Timeout;
  readonly #messageLimit: number;
  #streams = 0;

  /** `messageLimit`: the bytes of the largest message. */
  constructor(
    client: Http2Client,
    { protocol, host }: Pick<URL, "protocol" | "host">,
    messageLimit = MESSAGE_LIMIT,
  ) {
    this.#client = client;
    this.#messageLimit = messageLimit;
    this.#place = { ":scheme": protocol.slice(0, -1), ":authority": host };
    this.#heartbeat = new Heartbeat(() => this.#ping());
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** Takes new calls. */
  get usable(): boolean {
    return this.#client.usable;
  }

  /** Sends one message in its frame, and returns one. Rejects with a GrpcError, also after the time limit. */
  async unary(path: string, frame: Buffer, limitMs: number): Promise<Buffer> {
    while (this.#client.full) await this.#client.room();
    return new Promise((resolve, reject) => {
      let answer: Buffer | undefined;
      const call = this.#call(path, {
        heard: () => {
          unanswered.item.ticks = 0;
          this.#heartbeat.heard();
        },
        message: (bytes) => {
          if (answer !== undefined)
            call.fail(new GrpcError(CODE.unknown, "the answer has more than one message"));
          answer = bytes;
        },
        ended: (error) => {
          this.#unanswered.remove(unanswered);
          if (error !== undefined) reject(error);
          else if (answer !== undefined) resolve(answer);
          else reject(new GrpcError(CODE.unknown, "the answer is empty"));
        },
      });
      const unanswered = this.#unanswered.add({ call, limit: limitMs / TICK_MS, ticks: 0 });
      call.end(frame);
    });
  }

  /** Messages both ways, for as long as both want. Throws a GrpcError when there can be none. */
  stream(path: string, first: Buffer, listener: StreamListener): Stream {
    const call = this.#call(path, {
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

  #call(path: string, listener: CallListener): Call {
    return new Call(this.#client, this.#headersOf(path), listener, this.#messageLimit);
  }

  /** Every call ends. */
  destroy(): void {
    this.#client.destroy("it was closed");
  }

  /** It has come to an end. */
  ended(): void {
    clearInterval(this.#timer);
  }

  #headersOf(path: string): Buffer {
    let headers = this.#headers.get(path);
    if (headers === undefined) {
      headers = encodeHeaders({ ":method": "POST", ":path": path, ...this.#place, ...ALWAYS });
      this.#headers.set(path, headers);
    }
    return headers;
  }

  #tick(): void {
    this.slow = false;
    for (const { item: one } of this.#unanswered) {
      one.ticks++;
      if (one.ticks > SLOW_TICKS) this.slow = true;
      if (one.ticks > one.limit)
        one.call.fail(new GrpcError(CODE.deadlineExceeded, `no answer in ${(one.limit * TICK_MS) / 1000} s`));
    }
    if (!this.#heartbeat.tick(this.#streams, this.#unanswered.size)) this.#client.destroy("no sign of life");
  }

  #ping(): void {
    this.#client.ping(() => this.#heartbeat.pong());
  }
}
