import type { IncomingMessage } from "node:http";
import { type Duplex, Writable } from "node:stream";
import type { WebSocket } from "ws";
import type { ServerRequest, ServerResponse } from "../../api/exchange/exchange.ts";
import { offeredProtocols } from "../../api/exchange/web-socket.ts";
import { loadLate } from "../../async/load-late.ts";
import { once } from "../../async/once.ts";
import { TokenBucket } from "../../async/token-bucket.ts";
import { messageFrame } from "./web-socket-frames.ts";

/**
 * Maximum size of a client's message, in bytes. Messages of clients are ignored, as in kube-apiserver: a
 * watch has no input.
 */
const MOST_OF_A_MESSAGE = 64 << 10;
const MOST_FRAGMENTS = 64;
/** Rate limit of the messages, pings and pieces of a connection. A piece counts once for each 1024 bytes. */
const FEW = { perSecond: 50, burst: 500 };
const PIECE_BYTES = 1024;
const NORMAL_CLOSURE = 1000;

type Headers = ServerRequest["headers"];

const library = loadLate<typeof import("ws")>("ws");

const server = once(
  () =>
    new (library().WebSocketServer)({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: MOST_OF_A_MESSAGE,
      maxFragments: MOST_FRAGMENTS,
      skipUTF8Validation: true,
      handleProtocols: (_names, { headers }) => offeredProtocols(headers as Headers)[0] ?? false,
    }),
);

/**
 * Returns the whole response that refuses a handshake (golang.org/x/net/websocket, `ReadHandshake` and
 * `AcceptHandshake`); undefined: the handshake is valid.
 */
export function handshakeProblem(headers: Headers): string | undefined {
  if ((headers["sec-websocket-key"] ?? "") === "")
    return refusal("400 Bad Request", "mismatch challenge/response");
  if (headers["sec-websocket-version"] !== "13")
    return refusal("400 Bad Request\r\nSec-WebSocket-Version: 13", "missing or bad WebSocket Version");
  if ((headers.origin ?? "") === "") return refusal("403 Forbidden");
  return offeredProtocols(headers).length > 1 ? refusal("400 Bad Request") : undefined;
}

const refusal = (head: string, text = ""): string => `HTTP/1.1 ${head}\r\n\r\n${text}`;

/**
 * Starts a WebSocket on the connection of a request whose handshake is valid. `behind`: the bytes that came
 * after the head.
 */
export function openWebSocket(
  response: ServerResponse,
  { incoming, behind }: { incoming: IncomingMessage; behind: Buffer },
  opened: (messages: Writable) => void,
): void {
  const { socket } = incoming;
  server().handleUpgrade(incoming, socket, behind, (connection) => {
    connection.on("error", () => connection.terminate());
    endFloods(connection, socket);
    socket.resume();
    opened(messagesOf(connection, socket, response));
  });
}

/** Stream that sends each piece written to it as one message. */
function messagesOf(connection: WebSocket, socket: Duplex, { messagesAre }: ServerResponse): Writable {
  const messages = new Writable({
    decodeStrings: false,
    write(piece: Buffer | string, _encoding, done) {
      if (connection.readyState === connection.OPEN) socket.write(messageFrame(piece, messagesAre), done);
      else done(new Error("the client has closed the WebSocket"));
    },
    final(done) {
      connection.close(NORMAL_CLOSURE);
      done();
    },
    destroy(error, done) {
      connection.terminate();
      done(error);
    },
  });
  // A client that has gone, or is leaving, receives nothing more: that is not an error of the body.
  return messages.on("error", () => {});
}

function endFloods(connection: WebSocket, socket: Duplex): void {
  const bucket = new TokenBucket(FEW);
  const count = (bytes = 1) => {
    for (let counted = 0; counted < bytes; counted += PIECE_BYTES)
      if (!bucket.take()) return connection.terminate();
  };
  socket.prependListener("data", ({ length }: Buffer) => count(length));
  connection.on("ping", () => count()).on("message", () => count());
}
