import { dial, FLAGS, frame, greet, keepOpen, often, requestHeaders, TYPES } from "../wire.mjs";

/** Clients that keep connections busy without sending a complete request. */
export const CONNECTIONS = {
  "heads that come in drops": (server) =>
    keepOpen(200, () => {
      const socket = dial(server);
      socket.write("GET /version HTTP/1.1\r\nx: ");
      const timer = setInterval(() => socket.write("x"), 500);
      socket.once("close", () => clearInterval(timer));
      return socket;
    }),

  "connections that say nothing": (server) => keepOpen(1500, () => dial(server)),

  "garbage instead of TLS": (server) =>
    often(50, () => {
      const socket = dial(server, { plain: true });
      socket.write("GET / HTTP/1.1\r\n\r\n".repeat(100));
      socket.resume();
    }),

  "HTTP/2 headers without an end": (server) =>
    keepOpen(20, () => {
      const socket = dial(server, { alpn: "h2" });
      greet(socket);
      socket.write(frame(TYPES.headers, FLAGS.endStream, 1, requestHeaders("/version")));
      const piece = frame(TYPES.continuation, 0, 1, requestHeaders("/", { x: "y".repeat(8000) }).subarray(2));
      const timer = setInterval(() => socket.write(piece), 100);
      socket.once("close", () => clearInterval(timer));
      return socket.resume();
    }),

  "HTTP/2 requests that are reset": (server) =>
    keepOpen(1, () => {
      const socket = dial(server, { alpn: "h2" });
      greet(socket);
      let stream = 1;
      const timer = setInterval(() => {
        for (let i = 0; i < 20; i++, stream += 2)
          socket.write(
            Buffer.concat([
              frame(TYPES.headers, FLAGS.endStream | FLAGS.endHeaders, stream, requestHeaders("/version")),
              frame(TYPES.reset, 0, stream, Buffer.from([0, 0, 0, 8])),
            ]),
          );
      }, 40);
      socket.once("close", () => clearInterval(timer));
      return socket.resume();
    }),

  "HTTP/2 pings": (server) =>
    keepOpen(1, () => {
      const socket = dial(server, { alpn: "h2" });
      greet(socket);
      const pings = Buffer.concat(
        Array.from({ length: 100 }, () => frame(TYPES.ping, 0, 0, Buffer.alloc(8))),
      );
      const timer = setInterval(() => socket.write(pings), 50);
      socket.once("close", () => clearInterval(timer));
      return socket.resume();
    }),
};
