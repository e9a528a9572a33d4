import { type IncomingMessage, ServerResponse as NodeResponse, type Server } from "node:http";
import type { Socket } from "node:net";

/** What a client may send before it knows that the protocol changes. */
const MOST_EARLY = 64 << 10;

/** What a client sends behind the head of its request before the protocol changes. */
export class EarlyBytes {
  readonly #socket: Socket;
  readonly #pieces: Buffer[];
  #length: number;

  /** The connection is read meanwhile: one that waits unread does not tell when its client has gone. */
  constructor(socket: Socket, behind: Buffer) {
    this.#socket = socket;
    this.#pieces = [behind];
    this.#length = behind.length;
    socket.on("data", this.#keep).on("end", this.#leave);
    socket.resume();
  }

  /** All of them. What comes from now on stays in the connection until somebody reads it. */
  take(): Buffer {
    this.#socket.pause();
    this.#socket.off("data", this.#keep).off("end", this.#leave);
    return Buffer.concat(this.#pieces.splice(0));
  }

  readonly #keep = (piece: Buffer): void => {
    this.#length += piece.length;
    if (this.#length > MOST_EARLY) this.#socket.destroy();
    else this.#pieces.push(piece);
  };

  readonly #leave = (): void => void this.#socket.destroy();
}

/**
 * The answer to a request whose connection has left the parser, because its client asks for another protocol. When it is an
 * ordinary one, the connection ends with it.
 */
export function answerOver(incoming: IncomingMessage): NodeResponse {
  const { socket } = incoming;
  const outgoing = new NodeResponse(incoming);
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
