import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { Http2Client } from "../http2/http2-client.ts";
import { type GrpcError, unavailable } from "./grpc-error.ts";
import { Session, type Stream, type StreamListener } from "./session.ts";

/** TLS to etcd, all in PEM: trusted authorities, and the client's own certificate. */
export interface EtcdTls {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/**
 * Timeout of a connection attempt, in milliseconds: the other side may not speak the protocol, or its process
 * may be stopped.
 */
const CONNECT_MS = 2000;

/** Calls to one member, over a connection that is made when it is needed, and again when it is gone. */
export class Connection {
  readonly #url: string;
  readonly #tls: EtcdTls;
  readonly #messageLimit: number | undefined;
  /** Also those that are only to come to their end. */
  readonly #all = new Set<Session>();
  #session: Session | undefined;
  #opening: Promise<Session> | undefined;
  #closed = false;

  /** `url`: `https://10.0.0.1:2379`, or `unix:///run/kms.sock`. `messageLimit`: in bytes; default: 1 GiB. */
  constructor(url: string, tls: EtcdTls = {}, messageLimit?: number) {
    this.#url = url;
    this.#tls = tls;
    this.#messageLimit = messageLimit;
  }

  /** True if a call has waited long for an answer of this member. */
  get slow(): boolean {
    return this.#session?.slow === true;
  }

  /** Sends one message in its frame, and returns one. Rejects with a GrpcError, also after the time limit. */
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

  /** Ends all calls. The next call makes another connection. */
  drop(): void {
    for (const session of this.#all) session.destroy();
  }

  close(): void {
    this.#closed = true;
    for (const session of this.#all) session.destroy();
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
    const session = await greeted(new URL(this.#url), {
      tls: this.#tls,
      messageLimit: this.#messageLimit,
      ended: (ended) => this.#all.delete(ended),
    });
    this.#session = session;
    this.#all.add(session);
    if (this.#closed) session.destroy();
    return session;
  }
}

interface SessionOptions {
  readonly tls: EtcdTls;
  readonly messageLimit: number | undefined;
  ended(session: Session): void;
}

/** Returns a session whose other side has sent its settings. Rejects with a GrpcError. */
function greeted(url: URL, { tls, messageLimit, ended }: SessionOptions): Promise<Session> {
  return new Promise((resolve, reject) => {
    const client = new Http2Client(openSocket(url, tls), {
      greeted() {
        clearTimeout(timer);
        resolve(session);
      },
      closed(why) {
        clearTimeout(timer);
        session.ended();
        ended(session);
        reject(unavailable(`${url.protocol === UNIX ? url.href : url.origin}: ${why}`, true));
      },
    });
    const session = new Session(client, url.protocol === UNIX ? LOCAL : url, messageLimit);
    const timer = setTimeout(() => client.destroy(`no greeting in ${CONNECT_MS / 1000} s`), CONNECT_MS);
  });
}

const UNIX = "unix:";
/** Address that is sent over a socket without a host. */
const LOCAL = { protocol: "http:", host: "localhost" };

function openSocket(url: URL, tls: EtcdTls): Socket {
  if (url.protocol === UNIX) return connect({ path: socketPath(url) });
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "https:";
  const port = Number(url.port || (secure ? 443 : 80));
  const socket = secure
    ? connectSecurely({
        ...tls,
        host,
        port,
        ALPNProtocols: ["h2"],
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : connect({ host, port });
  return socket.setNoDelay(true);
}

/** `/@name` is one without a file, as Linux has them. */
function socketPath({ pathname }: URL): string {
  const path = decodeURIComponent(pathname);
  return path.startsWith("/@") ? `\0${path.slice(2)}` : path;
}
