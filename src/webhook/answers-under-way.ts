import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";

/**
 * The connections of a server, and how many answers are being made or sent over each. Node's own
 * `closeIdleConnections` also takes a connection for idle whose answer has its end and is not sent yet.
 */
export class AnswersUnderWay {
  /** Connections and requests so far: while it grows, clients still have something to say. */
  heard = 0;
  /** Connections so far, those whose handshake has not ended among them. */
  accepted = 0;
  readonly #answers = new Map<Socket, number>();

  constructor(server: Server | TlsServer) {
    // Over TLS, requests come over the socket of TLS, not over the one below it.
    const opened = server instanceof TlsServer ? "secureConnection" : "connection";
    server.on("connection", () => {
      this.accepted++;
    });
    server.on(opened, (socket: Socket) => this.#open(socket));
    server.on("request", (request, response) => this.#begin(request, response));
  }

  /** Ends the connections over which no answer is under way. */
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
