import type { IncomingMessage, ServerResponse as NodeResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isStream, type ServerRequest, type ServerResponse } from "../../api/exchange/exchange.ts";
import { abandonUnsent, type Pump, pump } from "./body-pump.ts";
import type { Exchanges } from "./exchanges.ts";
import { headerValue } from "./header-value.ts";
import { handshakeProblem, openWebSocket } from "./web-socket.ts";

/** Status of a response that changes the protocol of its connection. */
export const SWITCHING = 101;

interface Switching {
  readonly incoming: IncomingMessage;
  /** Detached from its socket by `switchProtocols`. */
  readonly outgoing: NodeResponse;
  /** Bytes that came after the head of the request. */
  readonly behind: Buffer;
  readonly exchanges: Exchanges;
}

/**
 * Changes the protocol of a connection: forwards bytes both ways, or sends the pieces of a body as WebSocket
 * messages, or sends the reason why the handshake is refused.
 */
export function switchProtocols(
  response: ServerResponse,
  request: ServerRequest,
  { incoming, outgoing, behind, exchanges }: Switching,
): void {
  const { socket } = incoming;
  const { body, connection } = response;
  outgoing.detachSocket(socket);
  let leave = () => abandonUnsent(response);
  socket.once("close", () => {
    leave();
    outgoing.emit("close");
  });
  const opened = (pumping: Pump) => {
    exchanges.opened(pumping);
    leave = () => {
      pumping.abandon();
      exchanges.closed(pumping);
    };
  };
  if (connection !== undefined) {
    opened(tunnel(socket, behind, { ...response, connection }));
    return;
  }
  const problem = handshakeProblem(request.headers);
  if (problem !== undefined || !isStream(body)) {
    socket.write(problem ?? "");
    socket.destroySoon();
    return;
  }
  openWebSocket(response, { incoming, behind }, (messages) => {
    const breakOff = () => void messages.destroy();
    const failed = (error: unknown) => exchanges.report(error, request);
    opened(pump(body, { out: messages, unsent: exchanges.unsent, breakOff, failed }));
  });
}

/**
 * Sends `101 Switching Protocols` and forwards bytes both ways until one side ends. `behind`: the bytes that
 * the client has already sent after its request.
 */
function tunnel(
  socket: Socket,
  behind: Buffer,
  { connection, headers }: ServerResponse & { readonly connection: Duplex },
): Pump {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${headerValue(one)}`),
  );
  socket.write(Buffer.from(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  connection.write(behind);
  if (connection.destroyed) socket.destroySoon();
  else connection.once("close", () => socket.destroySoon());
  connection.on("error", () => connection.destroy());
  connection.pipe(socket);
  socket.pipe(connection);
  return { stop: () => socket.destroySoon(), abandon: () => void connection.destroy() };
}
