import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { isStream, LongBody, type Peer, type ServerResponse } from "../../../api/exchange/exchange.ts";
import { abandonUnsent, type Pump, pump, type Sink } from "../body-pump.ts";
import type { Connection } from "../connections.ts";
import type { Exchanges } from "../exchanges.ts";
import { PANIC } from "../panic.ts";
import { type RequestSource, SocketRequest } from "../socket-request.ts";
import type { Unsent } from "../unsent.ts";
import { http2Headers, isEmpty } from "./http2-headers.ts";
import type { SessionUse } from "./session-limits.ts";

/** The request of a stream, as it arrived. */
export class StreamSource implements RequestSource {
  readonly protocol = "HTTP/2.0";
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly stream: ServerHttp2Stream;
  readonly bodyless: boolean;
  readonly connection: Connection;
  readonly expectBody: () => void;

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    { bodyless, connection, expectBody }: Body,
  ) {
    this.method = headers[":method"] ?? "GET";
    this.target = headers[":path"] ?? "/";
    this.headers = ordinaryHeaders(headers);
    this.rawHeaders = rawHeaders;
    this.stream = stream;
    this.bodyless = bodyless;
    this.connection = connection;
    this.expectBody = expectBody;
  }

  /** A stream that is reset in the middle of a body also emits `end`. */
  isComplete(): boolean {
    const { stream } = this;
    return !stream.aborted && !stream.closed && !stream.destroyed;
  }

  invite(): void {
    this.stream.additionalHeaders({ ":status": 100 });
  }

  hangUp(): void {
    this.stream.session?.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }
}

interface Body {
  readonly bodyless: boolean;
  readonly connection: Connection;
  readonly expectBody: () => void;
}

function ordinaryHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string | undefined>> {
  const out: Record<string, string | undefined> = {};
  for (const name in headers) {
    if (name.charCodeAt(0) === 58) continue;
    const value = headers[name];
    out[name] = typeof value === "string" || value === undefined ? value : value.join(", ");
  }
  out.host ??= headers[":authority"];
  return out;
}

/** Parts of a session that its exchanges use. */
interface Session {
  readonly exchanges: Exchanges;
  readonly peer: Peer;
  readonly use: SessionUse;
}

/** One request of a session, and its response. A class, and not closures: a server has thousands of idle watches. */
export class StreamExchange implements Sink {
  readonly out: ServerHttp2Stream;
  readonly #source: StreamSource;
  readonly #session: Session;
  readonly #request: SocketRequest;
  until: number | undefined;
  #pump: Pump | undefined;
  /** Called when the client has received the whole response. */
  #received: (() => void) | undefined;

  constructor(source: StreamSource, session: Session) {
    this.out = source.stream;
    this.#source = source;
    this.#session = session;
    this.#request = new SocketRequest(source, session.peer);
  }

  get unsent(): Unsent {
    return this.#session.exchanges.unsent;
  }

  begin(): void {
    const { out } = this;
    this.#session.use.begin();
    this.#source.connection.begin();
    out.on("error", ignore);
    this.#once("close", this.#closed);
    if (!this.#source.bodyless) this.#once("finish", this.#refuseRest);
    void this.#session.exchanges.answer(this.#request).then((response) => {
      this.#guarded(() => this.#answer(response));
    });
  }

  /**
   * Resets the stream. `close` with a code would first end the stream in good order, and the client would treat
   * the response as complete.
   */
  breakOff(): void {
    this.out.destroy(new Error("the response cannot be completed"));
  }

  failed(error: unknown): void {
    this.#session.exchanges.report(error, this.#request);
  }

  /** Needs half the memory of `once` of the stream. */
  #once(event: "close" | "finish", act: () => void): void {
    const listener = (): void => {
      this.out.off(event, listener);
      this.#guarded(act);
    };
    this.out.on(event, listener);
  }

  /** Callbacks of streams have no caller that could catch their errors: these end only this exchange. */
  #guarded(act: () => void): void {
    try {
      act.call(this);
    } catch (error) {
      this.failed(error);
      if (this.out.destroyed || this.out.closed) return;
      if (this.out.headersSent) this.breakOff();
      else this.#writeWhole(PANIC, false);
    }
  }

  #closed(): void {
    this.#session.use.end(this.out.rstCode !== constants.NGHTTP2_NO_ERROR);
    this.#source.connection.end();
    if (!this.out.writableFinished) this.#request.leave();
    this.#request.end();
    this.#received?.();
    if (this.#pump === undefined) return;
    this.#pump.abandon();
    this.#session.exchanges.closed(this.#pump);
  }

  /** Closes the stream after the response: the rest of the body is not read any more (RFC 9113, 8.1). */
  #refuseRest(): void {
    if (!this.out.readableEnded && !this.out.destroyed) this.out.close(constants.NGHTTP2_NO_ERROR);
  }

  #answer(response: ServerResponse): void {
    const { body } = response;
    const isGone = this.out.destroyed || this.out.closed;
    const isHead = this.#request.method === "HEAD" || isEmpty(response);
    if (isGone || isHead) abandonUnsent(response);
    if (isGone) return;
    if (!isHead && (isStream(body) || body instanceof LongBody)) this.#sendPieces(response, body);
    else this.#received = this.unsent.add(this.#writeWhole(response, isHead), () => this.breakOff());
  }

  #sendPieces(response: ServerResponse, body: LongBody | AsyncIterable<Uint8Array | string>): void {
    this.out.respond(http2Headers(response));
    const isLong = body instanceof LongBody;
    if (isLong) this.until = this.unsent.deadline();
    this.#pump = pump(isLong ? body.pieces : body, this);
    if (!isLong) this.#session.exchanges.opened(this.#pump);
  }

  /** Writes a whole response; returns the length of its body, in bytes. */
  #writeWhole(response: ServerResponse, isHead: boolean): number {
    const { body } = response;
    const whole = typeof body === "string" || body === undefined || body instanceof Uint8Array;
    const bytes = typeof body === "string" ? Buffer.from(body) : whole ? body : undefined;
    const empty = isEmpty(response);
    const headers = http2Headers(response);
    if (!empty && whole) headers["content-length"] ??= String(bytes?.byteLength ?? 0);
    const endStream = isHead || empty || bytes === undefined || bytes.byteLength === 0;
    this.out.respond(headers, { endStream });
    if (!endStream) this.out.end(bytes);
    return bytes?.byteLength ?? 0;
  }
}

/** A stream that the client reset also emits `error`; the handler of `close` is enough. */
function ignore(): void {}
