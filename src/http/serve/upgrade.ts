import { type IncomingMessage, ServerResponse as NodeResponse, type Server } from "node:http";
import type { Socket } from "node:net";

/** Maximum number of bytes that a client can send before the protocol changes. */
const MOST_EARLY = 64 << 10;

/** Bytes that a client sends after the head of its request and before the protocol changes. */
export class EarlyBytes {
  readonly #socket: Socket;
  readonly #pieces: Buffer[];
  #length: number;

  /** Reads the connection meanwhile: a socket that is not read does not report that its client has gone. */
  constructor(socket: Socket, behind: Buffer) {
    this.#socket = socket;
    this.#pieces = [behind];
    this.#length = behind.length;
    socket.on("data", this.#keep).on("end", this.#leave);
    socket.resume();
  }

  /** Returns all early bytes. Later bytes stay in the connection until it is read. */
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
 * Creates the response to a request whose connection has left the parser because the client requests another
 * protocol. If the response is an ordinary one, the connection ends with it.
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
 * Reads a request once more that gets an ordinary response, as if it did not request another protocol, with
 * its body and the requests after it: older versions of Node release the connection of every request with `Upgrade`.
 * That header stays for the handler.
 */
export function readAgain(server: Server, incoming: IncomingMessage, behind: Buffer): void {
  const { socket } = incoming;
  // A flowing stream would emit the returned bytes at once, before the server listens.
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
