import type { IncomingMessage, ServerResponse as NodeResponse } from "node:http";
import { isStream, type ServerRequest, type ServerResponse } from "../../api/exchange.ts";
import { abandonUnsent, pump } from "./body-pump.ts";
import type { Exchanges } from "./exchanges.ts";
import { handshakeProblem, openWebSocket } from "./web-socket.ts";

/** The status of an answer whose pieces are to be messages of a WebSocket. */
export const SWITCHING = 101;

interface Switching {
  readonly incoming: IncomingMessage;
  /** Without a socket from now on. */
  readonly outgoing: NodeResponse;
  /** What came after the head of the request. */
  readonly behind: Buffer;
  readonly exchanges: Exchanges;
}

/** Sends the pieces of a body as messages, or says why the client cannot have its WebSocket. */
export function switchProtocols(
  response: ServerResponse,
  request: ServerRequest,
  { incoming, outgoing, behind, exchanges }: Switching,
): void {
  const { socket } = incoming;
  const { body } = response;
  outgoing.detachSocket(socket);
  let leave = () => abandonUnsent(response);
  socket.once("close", () => {
    leave();
    outgoing.emit("close");
  });
  const problem = handshakeProblem(request.headers);
  if (problem !== undefined || !isStream(body)) {
    socket.write(problem ?? "");
    socket.destroySoon();
    return;
  }
  openWebSocket(incoming, behind, (messages) => {
    const pumping = pump(body, {
      out: messages,
      unsent: exchanges.unsent,
      breakOff: () => messages.destroy(),
      failed: (error) => exchanges.report(error, request),
    });
    exchanges.opened(pumping);
    leave = () => {
      pumping.abandon();
      exchanges.closed(pumping);
    };
  });
}
