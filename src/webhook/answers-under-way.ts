import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";

/**
 * The connections of a server, and the number of responses in progress on each. Node's own
 * `closeIdleConnections` also closes a connection whose response has ended, but has not been sent yet.
 */
export class AnswersUnderWay {
  /** Number of connections and requests so far. While it grows, clients are still active. */
  heard = 0;
  /** Number of connections so far, including those whose TLS handshake is in progress. */
  accepted = 0;
  readonly #answers = new Map<Socket, number>();

  constructor(server: Server | TlsServer) {
    // With TLS, requests arrive over the TLS socket, not over the TCP socket below it.
    const opened = server instanceof TlsServer ? "secureConnection" : "connection";
    server.on("connection", () => {
      this.accepted++;
    });
    server.on(opened, (socket: Socket) => this.#open(socket));
    server.on("request", (request, response) => this.#begin(request, response));
  }

  /** Closes the connections without a response in progress. */
  endIdle(): void {
    for (const [socket, answers] of this.#answers) if (answers === 0) socket.destroy();
  }

  #open(socket: Socket): void {
    this.heard++;
    this.#answers.set(socket, 0);
    socket.once("close", () => this.#answers.delete(socket));
  }

  #begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.heard++;
    this.#add(socket, 1);
    response.once("close", () => this.#add(socket, -1));
  }

  #add(socket: Socket, answers: number): void {
    const before = this.#answers.get(socket);
    if (before !== undefined) this.#answers.set(socket, before + answers);
  }
}
