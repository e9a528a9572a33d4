import { ask, bearer, dial, JSON_BODY, keepOpen, often } from "../wire.mjs";

const HANDSHAKE = [
  "host: x",
  "connection: Upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==",
  "origin: https://x",
];
const WATCH = "/api/v1/namespaces/hostile/configmaps?watch=1";
const asking = (path, ...headers) =>
  `${[`GET ${path} HTTP/1.1`, ...HANDSHAKE, ...headers].join("\r\n")}\r\n\r\n`;

/** Frames of a client that masks with zeros (RFC 6455, 5.2). */
const FRAME = {
  text: (length) =>
    Buffer.concat([Buffer.from([0x81, 0xfe, length >> 8, length & 255, 0, 0, 0, 0]), Buffer.alloc(length)]),
  ping: Buffer.from([0x89, 0x80, 0, 0, 0, 0]),
  /** The first, and those that never end its message. */
  begins: Buffer.from([0x01, 0x80, 0, 0, 0, 0]),
  goesOn: Buffer.from([0x00, 0x80, 0, 0, 0, 0]),
};

/** Watches that send these bytes every 50 ms after they have begun. */
const saying =
  (bytes, first = Buffer.alloc(0)) =>
  (server) =>
    keepOpen(10, () => {
      const socket = dial(server);
      socket.write(asking(WATCH, bearer(server.readerToken)));
      let timer;
      socket.once("data", () => {
        socket.write(first);
        timer = setInterval(() => socket.write(bytes), 50);
      });
      socket.once("close", () => clearInterval(timer));
      return socket;
    });

/** Clients that change the protocol of a connection, and then send messages that the server does not use. */
export const WEB_SOCKETS = {
  "WebSockets that nobody reads": (server) => {
    keepOpen(50, () => {
      const socket = dial(server);
      socket.pause();
      socket.write(asking(WATCH, bearer(server.readerToken)));
      return socket;
    });
    const body = JSON.stringify({ metadata: { generateName: "w-" }, data: { a: "x".repeat(100_000) } });
    const headers = [bearer(server.writerToken), JSON_BODY];
    often(5, () =>
      ask(server, { method: "POST", path: "/api/v1/namespaces/hostile/configmaps", headers, body }),
    );
  },

  "messages over WebSockets": saying(FRAME.text(60_000)),
  "pings over WebSockets": saying(Buffer.concat(Array.from({ length: 10_000 }, () => FRAME.ping))),
  "empty fragments over WebSockets": saying(
    Buffer.concat(Array.from({ length: 10_000 }, () => FRAME.goesOn)),
    FRAME.begins,
  ),

  "changes of protocol that are refused": (server) =>
    keepOpen(50, () => {
      const socket = dial(server);
      socket.write(asking("/api/v1/namespaces/default/pods/x/exec?command=a"));
      return socket.resume();
    }),

  "bytes before the protocol has changed": (server) =>
    keepOpen(20, () => {
      const socket = dial(server);
      socket.write(asking(WATCH, bearer(server.anyToken)));
      socket.write(Buffer.alloc(1 << 20));
      return socket.resume();
    }),
};
