import type { Duplex } from "node:stream";

/**
 * Makes Node read the socket as a stream instead of handing it to the parser: that one is paused while an answer is still
 * being written, and takes the next record of TLS that is there already for a parse error (HPE_PAUSED).
 */
export function readInOrder(socket: Duplex): void {
  socket.on("data", () => {});
}
