import type { Socket } from "node:net";
import type { Connection } from "./connections.ts";

/** Requests of one connection before the first of them has its answer. */
const MOST_PIPELINED = 16;

/**
 * Node reads on while answers are being made, and keeps each request that comes: what is behind so many of them waits until all
 * have their answers. One record of TLS may have hundreds. To be called when the HTTP/1.1 server has the socket: it reads on
 * after each request, and has to be stopped behind that.
 */
export function limitPipelining(socket: Socket, connection: Connection): void {
  const readOn = () => void socket.resume();
  const answered = () => {
    if (socket.writableNeedDrain) socket.once("drain", readOn);
    else readOn();
  };
  socket.on("data", () => {
    if (connection.requests <= MOST_PIPELINED) return;
    socket.pause();
    connection.whenIdle(answered);
  });
}
