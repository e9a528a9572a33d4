import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import { FrameReader } from "./frames.ts";
import { CODE, GrpcError, unavailable } from "./grpc-error.ts";

/** No answer is larger: a page of 500 objects of the largest size has three quarters of it. */
const MESSAGE_LIMIT = 2 ** 30;

export interface CallListener {
  /** Something came; whether it was whole or not. */
  heard(): void;
  message(bytes: Buffer): void;
  /** Once, the last call; undefined: the other side ended it, and says that all is well. */
  ended(error: GrpcError | undefined): void;
}

/** One call on a session: messages out, messages in, and how it ended. */
export class Call {
  readonly #stream: ClientHttp2Stream;
  readonly #listener: CallListener;
  readonly #frames = new FrameReader(MESSAGE_LIMIT);
  #status: string | undefined;
  #text = "";
  #over = false;

  /** Throws a GrpcError when the session takes no calls any more. */
  constructor(session: ClientHttp2Session, path: string, listener: CallListener) {
    this.#listener = listener;
    this.#stream = request(session, path);
    this.#stream
      .on("response", (headers) => this.#headers(headers))
      .on("trailers", (headers) => this.#headers(headers))
      .on("data", (piece: Buffer) => this.#data(piece))
      .on("end", () => this.#status !== undefined && this.#finish())
      // The connection's own story; `close` follows.
      .on("error", () => {})
      .on("close", () => this.#finish());
  }

  /** A message in its frame. */
  write(frame: Buffer): void {
    if (!this.#over) this.#stream.write(frame);
  }

  /** The last one. */
  end(frame: Buffer): void {
    if (!this.#over) this.#stream.end(frame);
  }

  /** Ends it from this side: the listener hears nothing more. False: it was over already. */
  cancel(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#stream.close(constants.NGHTTP2_CANCEL);
    return true;
  }

  /** Ends it from this side, and says so. */
  fail(error: GrpcError): void {
    if (this.cancel()) this.#listener.ended(error);
  }

  #headers(headers: IncomingHttpHeaders): void {
    this.#listener.heard();
    const status = headers["grpc-status"];
    if (status !== undefined) {
      this.#status = String(status);
      this.#text = decodeText(String(headers["grpc-message"] ?? ""));
    } else if (headers[":status"] !== undefined && Number(headers[":status"]) !== 200)
      this.fail(unavailable(`the answer is HTTP ${headers[":status"]}: this is no gRPC`, false));
  }

  #data(piece: Buffer): void {
    if (this.#over) return;
    this.#listener.heard();
    try {
      for (const message of this.#frames.push(piece)) this.#listener.message(message);
    } catch (error) {
      if (!(error instanceof GrpcError)) throw error;
      this.fail(error);
    }
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.ended(this.#outcome());
  }

  #outcome(): GrpcError | undefined {
    if (this.#status === undefined)
      return unavailable(
        "the connection was lost",
        this.#stream.rstCode === constants.NGHTTP2_REFUSED_STREAM,
      );
    const code = Number(this.#status);
    return code === CODE.ok ? undefined : new GrpcError(code, this.#text);
  }
}

function request(session: ClientHttp2Session, path: string): ClientHttp2Stream {
  try {
    return session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      // A member that knows of no leader is to say so at once, and to end its streams.
      hasleader: "true",
    });
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : String(error), true);
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
