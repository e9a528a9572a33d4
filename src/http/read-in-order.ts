import type { Duplex } from "node:stream";

/**
 * Makes Node read the socket as a stream instead of passing its bytes directly to the HTTP parser. The parser
 * is paused while a response is still being written, and then reports a TLS record that has already arrived
 * as a parse error (HPE_PAUSED).
 */
export function readInOrder(socket: Duplex): void {
  socket.on("data", () => {});
}
