import { type ClientHttp2Session, connect } from "node:http2";
import { type GrpcError, unavailable } from "./grpc-error.ts";
import { Session, type Stream, type StreamListener } from "./session.ts";

/** PEM. */
export interface Tls {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** Somebody may listen there who does not speak, or has been stopped. */
const CONNECT_MS = 2000;
const STREAM_WINDOW = 4 * 2 ** 20;
const SESSION_WINDOW = 16 * 2 ** 20;
const SESSION_MEMORY_MB = 256;

/** Calls to one member, over a connection that is made when it is needed, and anew when it is gone. */
export class Connection {
  readonly #url: string;
  readonly #tls: Tls;
  #session: Session | undefined;
  #opening: Promise<Session> | undefined;
  #closed = false;

  /** `url`: `https://10.0.0.1:2379`. */
  constructor(url: string, tls: Tls = {}) {
    this.#url = url;
    this.#tls = tls;
  }

  /** Somebody waits for an answer of this member for long. */
  get slow(): boolean {
    return this.#session?.slow === true;
  }

  /** One message there, in its frame, one back. Rejects with a GrpcError, also when nothing has come for so long. */
  async unary(path: string, frame: Buffer, limitMs: number): Promise<Buffer> {
    const session = this.#usable() ?? (await this.#opened());
    return session.unary(path, frame, limitMs);
  }

  /** Messages both ways, for as long as both want. */
  stream(path: string, first: Buffer, listener: StreamListener): Stream {
    let stream: Stream | undefined;
    let open = true;
    const failed = (error: GrpcError): void => {
      if (open) listener.ended(error);
    };
    this.#opened()
      .then((session) => {
        if (open) stream = session.stream(path, first, listener);
      })
      .catch(failed);
    return {
      write: (frame) => stream?.write(frame),
      close: () => {
        open = false;
        stream?.close();
      },
    };
  }

  close(): void {
    this.#closed = true;
    this.#session?.destroy();
  }

  #usable(): Session | undefined {
    return this.#session?.usable ? this.#session : undefined;
  }

  async #opened(): Promise<Session> {
    const session = this.#usable();
    if (session !== undefined) return session;
    this.#opening ??= this.#openSession().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #openSession(): Promise<Session> {
    const http2 = await greeted(this.#url, this.#tls);
    this.#session = new Session(http2);
    if (this.#closed) this.#session.destroy();
    return this.#session;
  }
}

/** A session whose other side has said how it wants to be spoken to. Rejects with a GrpcError. */
function greeted(url: string, tls: Tls): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connect(url, {
      ...tls,
      maxSessionMemory: SESSION_MEMORY_MB,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW },
    });
    let why = "the connection was closed";
    const fail = (): void => {
      clearTimeout(timer);
      reject(unavailable(`${url}: ${why}`, true));
    };
    const end = (reason: string): void => {
      why = reason;
      session.destroy();
      // A session whose socket failed at once does not tell that it is closed.
      fail();
    };
    const timer = setTimeout(() => end(`no greeting in ${CONNECT_MS / 1000} s`), CONNECT_MS);
    session
      .once("connect", (_, socket) => {
        session.setLocalWindowSize(SESSION_WINDOW);
        socket.once("error", (error) => end(error.message));
      })
      .once("remoteSettings", () => {
        clearTimeout(timer);
        resolve(session);
      })
      .on("error", (error) => {
        why = error.message;
      })
      .once("close", fail);
  });
}
