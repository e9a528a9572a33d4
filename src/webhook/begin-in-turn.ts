import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import { Pipeline } from "../http/serve/pipelining.ts";
import type { Listener } from "./listener.ts";

/**
 * Returns a listener like `answer` that limits pipelining: of the requests that one connection sends without
 * waiting for responses, only a limited number is handled at the same time.
 */
export function beginInTurn(server: Server | TlsServer, answer: Listener): Listener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) => {
    const pipeline = new Pipeline(socket);
    pipelines.set(socket, pipeline);
    pipeline.limit();
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    const pipeline = pipelines.get(request.socket);
    pipeline?.begin(() => {
      response.once("close", () => pipeline.end());
      answer(request, response);
    });
  };
}
