import type { IncomingMessage } from "node:http";
import { type Duplex, Writable } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { ServerRequest, ServerResponse } from "../../api/exchange.ts";
import { loadLate } from "../../api/load-late.ts";
import { TokenBucket } from "../../api/token-bucket.ts";
import { offeredProtocols } from "../../api/web-socket.ts";
import { messageFrame } from "./web-socket-frames.ts";

/** What a client may send besides: nobody reads it, as with the reference, where clients of watches have nothing to say. */
const MOST_OF_A_MESSAGE = 64 << 10;
const MOST_FRAGMENTS = 64;
/** Messages, pings and pieces of a connection, which are counted by this many bytes. */
const FEW = { perSecond: 50, burst: 500 };
const PIECE_BYTES = 1024;
const NORMAL_CLOSURE = 1000;

type Headers = ServerRequest["headers"];

const library = loadLate<typeof import("ws")>("ws");
let known: WebSocketServer | undefined;

function server(): WebSocketServer {
  known ??= new (library().WebSocketServer)({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MOST_OF_A_MESSAGE,
    maxFragments: MOST_FRAGMENTS,
    skipUTF8Validation: true,
    handleProtocols: (_names, { headers }) => offeredProtocols(headers as Headers)[0] ?? false,
  });
  return known;
}

/**
 * Why a handshake is refused, as the whole answer: golang.org/x/net/websocket, `ReadHandshake` and `AcceptHandshake`.
 * Undefined: it is not.
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

/** Begins a WebSocket over the connection of a request whose handshake has no problem. `behind`: what came after the head. */
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

/** Each piece that is written is a message. */
function messagesOf(connection: WebSocket, socket: Duplex, { messagesAre }: ServerResponse): Writable {
  const messages = new Writable({
    decodeStrings: false,
    write(piece: Buffer | string, _encoding, done) {
      if (connection.readyState === connection.OPEN) socket.write(messageFrame(piece, messagesAre), done);
      else done(new Error("the client ends the WebSocket"));
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
  // A client that has gone, or is about to, gets nothing more: that is no error of the body.
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
