import { REASON } from "../http2/frames.ts";
import type { Headers } from "../http2/headers.ts";
import type { Http2Client } from "../http2/http2-client.ts";
import type { Http2Stream } from "../http2/http2-stream.ts";
import { FrameReader } from "./frames.ts";
import { CODE, GrpcError, unavailable } from "./grpc-error.ts";

/** No answer is larger: a page of 500 objects of the largest size has three quarters of it. */
export const MESSAGE_LIMIT = 2 ** 30;

/** Receives the messages of one call. */
export interface CallListener {
  /** Something came; whether it was whole or not. */
  heard(): void;
  message(bytes: Buffer): void;
  /** Called once, as the last call; undefined: the other side ended the stream with success. */
  ended(error: GrpcError | undefined): void;
}

/** One call on a connection: messages out, messages in, and how it ended. */
export class Call {
  readonly #stream: Http2Stream;
  readonly #listener: CallListener;
  readonly #frames: FrameReader;
  #status: string | undefined;
  #text = "";
  #over = false;

  /** `limit`: the bytes of the largest message. Throws a GrpcError when the connection takes no calls any more. */
  constructor(client: Http2Client, headers: Buffer, listener: CallListener, limit: number) {
    this.#frames = new FrameReader(limit);
    if (!client.usable) throw unavailable("the connection takes no calls any more", true);
    this.#listener = listener;
    this.#stream = client.request(headers, {
      headers: (found) => this.#headers(found),
      data: (piece) => this.#data(piece),
      closed: (reason) => this.#closed(reason),
    });
  }

  /** A message in its frame. */
  write(frame: Buffer): void {
    if (!this.#over) this.#stream.send(frame, false);
  }

  /** The last one. */
  end(frame: Buffer): void {
    if (!this.#over) this.#stream.send(frame, true);
  }

  /** Ends the call from this side: the listener gets no further calls. Returns false if it had ended already. */
  cancel(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#stream.cancel();
    return true;
  }

  /** Ends the call from this side, and calls `ended`. */
  fail(error: GrpcError): void {
    if (this.cancel()) this.#listener.ended(error);
  }

  #headers(headers: Headers): void {
    if (this.#over) return;
    this.#listener.heard();
    const answer = headers.get(":status");
    this.#status = headers.get("grpc-status") ?? this.#status;
    this.#text = headers.get("grpc-message") ?? this.#text;
    if (answer !== undefined && answer !== "200")
      this.fail(unavailable(`the answer is HTTP ${answer}: this is no gRPC`, false));
  }

  #data(piece: Buffer): void {
    if (this.#over) return;
    this.#listener.heard();
    try {
      for (const message of this.#frames.push(piece)) if (!this.#over) this.#listener.message(message);
    } catch (error) {
      if (!(error instanceof GrpcError)) throw error;
      this.fail(error);
    }
  }

  #closed(reason: number): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.ended(this.#outcome(reason));
  }

  #outcome(reason: number): GrpcError | undefined {
    if (this.#status === undefined) return unavailable("the connection was lost", reason === REASON.refused);
    const code = Number(this.#status);
    return code === CODE.ok ? undefined : new GrpcError(code, decodeText(this.#text));
  }
}

/** Percent-encoded, where it is not printable ASCII. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
