import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { connect } from "node:tls";
import { dial, keepOpen } from "../wire.mjs";

/** The first bytes that a client of TLS sends. */
async function clientHello() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  const client = connect({ port, host: "127.0.0.1", ALPNProtocols: ["h2"] }).on("error", () => {});
  const [socket] = await once(listener, "connection");
  const [bytes] = await once(
    socket.on("error", () => {}),
    "data",
  );
  client.destroy();
  listener.close();
  return bytes;
}

/** Clients that begin operations which cost the server more than the client. */
export const HANDSHAKES = {
  "handshakes that are broken off": async (server) => {
    const hello = await clientHello();
    keepOpen(50, () => {
      const socket = dial(server, { plain: true });
      socket.write(hello);
      socket.once("data", () => socket.destroy());
      return socket;
    });
  },

  "handshakes, and nothing else": (server) =>
    keepOpen(50, () => {
      const socket = dial(server);
      socket.once("secureConnect", () => socket.destroy());
      return socket;
    }),

  "TLS 1.2 that is negotiated again and again": ({ port, ca }) =>
    keepOpen(10, () => {
      const tls12 = { port, host: "127.0.0.1", ca, maxVersion: "TLSv1.2" };
      const socket = connect(tls12).on("error", () => {});
      const again = () => {
        if (!socket.destroyed) socket.renegotiate({}, (error) => (error ? socket.destroy() : again()));
      };
      socket.once("secureConnect", again);
      return socket.resume();
    }),

  "TLS 1.3 whose keys change all the time": ({ port }) =>
    keepOpen(5, () => {
      const address = `127.0.0.1:${port}`;
      const client = spawn("openssl", ["s_client", "-connect", address], {
        stdio: ["pipe", "ignore", "ignore"],
      });
      client.stdin.on("error", () => {});
      client.on("error", () => {});
      // One command is read at a time: `K` changes the keys of both sides.
      const timer = setInterval(() => client.stdin.write("K\n"), 2);
      client.once("close", () => clearInterval(timer));
      return client;
    }),
};
