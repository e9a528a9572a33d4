import { type IncomingMessage, ServerResponse as NodeResponse, type Server } from "node:http";

/**
 * The answer to a request whose connection has left the parser, because its client asks for another protocol. When it is an
 * ordinary one, the connection ends with it.
 */
export function answerOver(incoming: IncomingMessage): NodeResponse {
  const { socket } = incoming;
  const outgoing = new NodeResponse(incoming);
  // What comes meanwhile waits for the other protocol.
  socket.pause();
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket);
  outgoing.once("finish", () => socket.destroySoon());
  return outgoing;
}

/**
 * Node gives away the connection of every request that asks for another protocol. One that gets an ordinary answer is read
 * once more as if it did not ask, with its body and the requests behind it. The header `Upgrade` stays for the handler.
 */
export function readAgain(server: Server, incoming: IncomingMessage, behind: Buffer): void {
  const { socket } = incoming;
  // A stream that flows hands on at once what is put back, and nobody listens yet.
  socket.pause();
  socket.unshift(Buffer.concat([Buffer.from(headOf(incoming), "latin1"), behind]));
  server.emit("connection", socket);
  socket.resume();
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = rawHeaders.slice(i, i + 2);
    lines.push(`${name}: ${name.toLowerCase() === "connection" ? withoutUpgrade(value) : value}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const withoutUpgrade = (connection: string): string =>
  connection
    .split(",")
    .map((option) => option.trim())
    .filter((option) => option.toLowerCase() !== "upgrade")
    .join(", ");
