import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ServerResponse } from "../../api/exchange/exchange.ts";
import type { Pump } from "./body-pump.ts";
import { headerValue } from "./header-value.ts";

/**
 * Sends `101 Switching Protocols` and forwards bytes both ways until one side ends. `behind`: the bytes that
 * the client has already sent after its request.
 */
export function tunnel(
  socket: Socket,
  behind: Buffer,
  { connection, headers }: ServerResponse & { readonly connection: Duplex },
): Pump {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${headerValue(one)}`),
  );
  socket.write(Buffer.from(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  connection.write(behind);
  if (connection.destroyed) socket.destroySoon();
  else connection.once("close", () => socket.destroySoon());
  connection.on("error", () => connection.destroy());
  connection.pipe(socket);
  socket.pipe(connection);
  return { stop: () => socket.destroySoon(), abandon: () => void connection.destroy() };
}
