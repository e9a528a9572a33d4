import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTls, type TlsOptions } from "node:tls";
import { FLAGS, frame, TYPES } from "../../../attack/wire.mjs";
import { answerAll } from "./answer-all.ts";
import type { Certificates, Shown } from "./certificates.ts";

/** A port with a server that behaves as a webhook, or almost. */
export interface Listener {
  readonly name: ListenerName;
  /** True if an allowing answer of this listener may be accepted. */
  readonly trusted: boolean;
  readonly shown?: Shown;
  readonly tls?: TlsOptions;
  readonly host?: string;
  /** Behaviour instead of TLS, or before it. */
  raw?(socket: Socket): void;
  /** Behaviour before the request is read. */
  early?(socket: Socket): void;
}

const WEAK = "DEFAULT@SECLEVEL=0";
const EARLY_ALLOW =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 101\r\n\r\n{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"","allowed":true}}   \n';

const bad = (shown: Shown, tls: TlsOptions = {}) => ({ name: shown, trusted: false, shown, tls }) as const;
const raw = <N extends string>(name: N, act: (socket: Socket) => void) =>
  ({ name, trusted: false, raw: act }) as const;

/** Acts on the first bytes that arrive. */
const onHello = (act: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once("data", () => act(socket));

/** A TLS record with the beginning of a handshake message that is longer than the record. */
const HALF_HELLO = Buffer.from([22, 3, 3, 0, 80, 2, 0, 0, 76, 3, 3]);

const DEFINED = [
  { name: "good", trusted: true },
  { name: "tls12", trusted: true, tls: { maxVersion: "TLSv1.2" } },
  { name: "asks-for-certificates", trusted: true, tls: { requestCert: true, rejectUnauthorized: false } },
  { name: "needs-certificates", trusted: false, tls: { requestCert: true, rejectUnauthorized: true } },
  { name: "localhost", trusted: true, host: "localhost" },
  { ...bad("long-chain"), trusted: true },
  bad("expired"),
  bad("not-yet-valid"),
  bad("wrong-name"),
  bad("no-san"),
  bad("self-signed"),
  bad("unknown-ca"),
  bad("no-server"),
  bad("sha1", { ciphers: WEAK }),
  { ...bad("short-key", { ciphers: WEAK }), trusted: true },
  { name: "tls10", trusted: false, tls: { minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: WEAK } },
  { name: "tls11", trusted: false, tls: { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: WEAK } },
  { name: "only-h2", trusted: false, tls: { ALPNProtocols: ["h2"] } },
  {
    name: "h2-unasked",
    trusted: false,
    early: (socket: Socket) =>
      void socket.write(
        Buffer.concat([
          frame(TYPES.settings, 0, 0),
          frame(TYPES.headers, FLAGS.endHeaders, 1, Buffer.from([0x88])),
        ]),
      ),
  },
  {
    name: "answers-before-it-is-asked",
    trusted: false,
    // And never again: a connection on which one request gets no other answer would be in step from then on.
    early: (socket: Socket) => void socket.end(EARLY_ALLOW),
  },
  { name: "ends-after-the-handshake", trusted: false, early: (socket: Socket) => void socket.end() },
  raw(
    "plain-http",
    onHello((socket) => void socket.end(EARLY_ALLOW)),
  ),
  raw("ends-at-once", (socket) => void socket.end()),
  raw("resets-at-once", (socket) => void socket.resetAndDestroy()),
  raw(
    "ends-after-hello",
    onHello((socket) => void socket.end()),
  ),
  raw(
    "resets-after-hello",
    onHello((socket) => void socket.resetAndDestroy()),
  ),
  raw(
    "garbage",
    onHello((socket) => void socket.end(Buffer.from("\x16\x03\x03\xff\xffgarbage", "latin1"))),
  ),
  raw(
    "half-a-hello",
    onHello((socket) => void socket.write(HALF_HELLO)),
  ),
  raw(
    "alert",
    onHello((socket) => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 80]))),
  ),
  raw(
    "alerts-without-end",
    onHello((socket) => flood(socket, Buffer.from([21, 3, 3, 0, 2, 1, 90]))),
  ),
  raw("says-nothing", () => {}),
  raw(
    "drips",
    onHello((socket) => drip(socket)),
  ),
] as const satisfies readonly (Omit<Listener, "name"> & { name: string })[];

export type ListenerName = (typeof DEFINED)[number]["name"];
export const LISTENERS: readonly Listener[] = DEFINED;

function drip(socket: Socket): void {
  let at = 0;
  const timer = setInterval(() => socket.write(HALF_HELLO.subarray(at, ++at)), 100);
  socket.once("close", () => clearInterval(timer));
}

function flood(socket: Socket, piece: Buffer): void {
  const many = Buffer.concat(Array.from({ length: 1_000 }, () => piece));
  const go = (): void => {
    while (socket.writable && socket.write(many));
  };
  socket.on("drain", go);
  go();
}

export async function openListener(
  listener: Listener,
  certificates: Certificates,
  sockets: Set<Socket>,
): Promise<{ port: number; close(): void }> {
  const server = serverOf(listener, certificates);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: () => void server.close(),
  };
}

function serverOf(
  { raw: act, early, shown = "good", tls = {} }: Listener,
  certificates: Certificates,
): Server {
  if (act !== undefined) return createServer(act);
  const { cert, key } = certificates.shown[shown];
  const server = createTls({ cert, key, ...tls }, (socket) => {
    socket.on("error", () => {});
    early?.(socket);
    answerAll(socket);
  });
  server.on("tlsClientError", () => {});
  return server;
}
