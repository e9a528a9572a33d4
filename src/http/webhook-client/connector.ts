import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls, type SecureContext, type TLSSocket } from "node:tls";
import { messageOf } from "../../report/describe-error.ts";
import type { CertificatePool } from "../verify/certificate-pool.ts";
import { shownBy, verifyCertificates } from "../verify/verify-certificate.ts";
import { dialError, type Ends, goError, isGoError, joinHostPort } from "./go-error.ts";
import { Sniffer } from "./sniff.ts";
import type { TimerWheel } from "./timer-wheel.ts";
import { handshakeText, isNotTls, notTlsText } from "./tls-error.ts";

/** Settings that all connections of one target share. */
export interface ConnectorOptions {
  readonly wheel: TimerWheel;
  /**
   * Returns the TLS context with the client certificate; it is made again only when the certificate changes.
   * May throw.
   */
  secureContext(): SecureContext;
  /**
   * Returns the authorities that server certificates are verified against; undefined: every certificate is
   * accepted.
   */
  roots(): CertificatePool | undefined;
  /** Name to send (SNI) and to verify; absent: the host of the URL. */
  readonly serverName: string | undefined;
  /**
   * Returns the address to dial instead of the one in the URL (`host:port`). May throw or reject with Go's
   * text.
   */
  resolve(hostPort: string): string | Promise<string>;
  /** Called for each connection when it is open. */
  track(socket: Socket): void;
  /** Current time, in milliseconds since 1970, for the validity of certificates. */
  now(): number;
}

interface ConnectRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}

const DIAL_TIMEOUT = 30_000;
const HANDSHAKE_TIMEOUT = 10_000;
const KEEP_ALIVE = 30_000;

/**
 * Opens connections as Go's transport does, with its error texts. No connection resumes the TLS session of
 * another: as in client-go, whose TLS configuration has no session cache, each one sends a certificate and is
 * verified.
 */
export class Connector {
  readonly #options: ConnectorOptions;
  /**
   * True after a server has answered with something other than TLS: the next connection records its first
   * bytes.
   */
  #sniffs = false;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  async connect({ protocol, hostname, port }: ConnectRequest): Promise<Socket> {
    const isTls = protocol === "https:";
    const named = joinHostPort(hostname, port === "" ? (isTls ? 443 : 80) : port);
    const address = await this.#options.resolve(named);
    if (!isTls) return this.#dial(address);
    try {
      return await this.#secure(address, hostname);
    } catch (error) {
      if (isGoError(error) || !(error instanceof Error) || this.#sniffs) throw error;
      // OpenSSL does not report the bytes that came instead of TLS: only a second connection can.
      this.#sniffs = true;
      return this.#secure(address, hostname);
    }
  }

  async #dial(address: string): Promise<Socket> {
    const colon = address.lastIndexOf(":");
    const host = address.slice(0, colon).replace(/^\[(.*)\]$/, "$1");
    const port = Number(address.slice(colon + 1));
    const { wheel, track } = this.#options;
    return new Promise((resolve, reject) => {
      const socket = openSocket(host, port, reject);
      if (socket === undefined) return;
      const ticket = wheel.schedule(
        { expire: () => socket.destroy(goError(`dial tcp ${joinHostPort(host, port)}: i/o timeout`)) },
        DIAL_TIMEOUT,
      );
      const onError = (error: Error) => {
        wheel.cancel(ticket);
        reject(isGoError(error) ? error : dialError(error, host, port));
      };
      socket.once("error", onError);
      socket.once("connect", () => {
        wheel.cancel(ticket);
        // The socket has no owner until it is passed on: without a listener an error would end the process.
        socket.off("error", onError).on("error", ignore);
        track(socket);
        resolve(socket);
      });
    });
  }

  async #secure(address: string, hostname: string): Promise<Socket> {
    const serverName = this.#options.serverName ?? hostname;
    const raw = await this.#dial(address);
    const ends = endsOf(raw);
    const sniffer = this.#sniffs ? new Sniffer(raw) : undefined;
    const socket = this.#startTls(sniffer ?? raw, serverName);
    try {
      await this.#handshake(socket, raw);
    } catch (error) {
      socket.destroy();
      raw.destroy();
      throw this.#explain(error, ends, sniffer, raw);
    }
    this.#sniffs = false;
    const { now } = this.#options;
    const roots = this.#options.roots();
    if (roots === undefined) return socket;
    const problem = await verifyCertificates(shownBy(socket), { roots, serverName, now: now() });
    if (problem === undefined) return socket;
    socket.destroy();
    throw goError(problem);
  }

  #startTls(transport: Duplex, serverName: string): TLSSocket {
    return connectTls({
      socket: transport,
      secureContext: this.#options.secureContext(),
      ALPNProtocols: ["http/1.1"],
      // The certificate is verified afterwards, by Go's rules and with its texts.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...(isIP(serverName) === 0 ? { servername: serverName.replace(/\.$/, "") } : {}),
    });
  }

  #handshake(socket: TLSSocket, raw: Socket): Promise<void> {
    const { wheel } = this.#options;
    return new Promise((resolve, reject) => {
      const ticket = wheel.schedule(
        { expire: () => socket.destroy(goError("net/http: TLS handshake timeout")) },
        HANDSHAKE_TIMEOUT,
      );
      const finish = (error?: Error) => {
        wheel.cancel(ticket);
        socket.off("error", finish).off("close", onClose).off("secureConnect", onSecure);
        socket.on("error", ignore);
        if (error === undefined) resolve();
        else reject(error);
      };
      const onClose = () =>
        finish(goError(raw.bytesRead > 0 && raw.bytesRead < 5 ? "unexpected EOF" : "EOF"));
      const onSecure = () => finish();
      socket.on("error", finish).on("close", onClose).on("secureConnect", onSecure);
    });
  }

  #explain(error: unknown, ends: Ends, sniffer: Sniffer | undefined, raw: Socket): Error {
    if (isGoError(error) || !(error instanceof Error)) return goError(messageOf(error));
    if (isNotTls(error)) return sniffer === undefined ? error : goError(notTlsText(sniffer.first), error);
    const text = handshakeText(error, ends);
    return goError(text === "EOF" && raw.bytesRead > 0 && raw.bytesRead < 5 ? "unexpected EOF" : text, error);
  }
}

function openSocket(host: string, port: number, reject: (error: Error) => void): Socket | undefined {
  try {
    const socket = connectTcp({
      host,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE,
    });
    return socket;
  } catch (error) {
    reject(dialError(error instanceof Error ? error : new Error(String(error)), host, port));
    return undefined;
  }
}

/** Addresses of both ends of a connection, `host:port`, as errors of Go name them. */
export function endsOf(socket: Socket): Ends {
  return {
    local: joinHostPort(socket.localAddress ?? "", socket.localPort ?? 0),
    remote: joinHostPort(socket.remoteAddress ?? "", socket.remotePort ?? 0),
  };
}

function ignore(): void {}
