import {
  ask,
  bearer,
  dial,
  FLAGS,
  frame,
  greet,
  JSON_BODY,
  keepOpen,
  often,
  requestHeaders,
  TYPES,
} from "../wire.mjs";

const GREAT = "/api/v1/namespaces/great/configmaps";
const get = (server, path, more = "") =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${bearer(server.readerToken)}\r\n${more}\r\n`;

/** Sends a request over a new connection and never reads. */
const askOnly = (count, path, more) => (server) =>
  keepOpen(count, () => {
    const socket = dial(server);
    socket.pause();
    socket.write(get(server, path, more));
    return socket;
  });

/** Clients that request much data and do not read it. */
export const READING = {
  "lists of 36 MB that nobody reads": askOnly(40, GREAT),
  "lists of 36 MB in gzip that nobody reads": askOnly(20, GREAT, "accept-encoding: gzip\r\n"),
  "Tables of 36 MB that nobody reads": askOnly(
    20,
    `${GREAT}?includeObject=Object`,
    "accept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n",
  ),
  "watches of 36 MB that nobody reads": askOnly(50, `${GREAT}?watch=1`),
  "objects of 900 KB that nobody reads": askOnly(200, `${GREAT}/widest`),

  "HTTP/2 answers for which there is no window": (server) =>
    keepOpen(10, () => {
      const socket = dial(server, { alpn: "h2" });
      greet(socket, [[4, 0]]);
      const headers = requestHeaders(`${GREAT}/widest`, { authorization: `Bearer ${server.readerToken}` });
      for (let stream = 1; stream < 200; stream += 2)
        socket.write(frame(TYPES.headers, FLAGS.endStream | FLAGS.endHeaders, stream, headers));
      return socket.resume();
    }),

  "watches that nobody reads": (server) => {
    askOnly(50, "/api/v1/namespaces/hostile/configmaps?watch=1")(server);
    const body = JSON.stringify({ metadata: { generateName: "w-" }, data: { a: "x".repeat(100_000) } });
    const headers = [bearer(server.writerToken), JSON_BODY];
    often(5, () =>
      ask(server, { method: "POST", path: "/api/v1/namespaces/hostile/configmaps", headers, body }),
    );
  },

  "HTTP/2 bodies that nobody asked for": (server) =>
    keepOpen(20, () => {
      const socket = dial(server, { alpn: "h2" });
      greet(socket);
      const post = Buffer.concat([Buffer.from([0x83, 0x87]), requestHeaders(GREAT).subarray(2)]);
      const data = Buffer.alloc(16_000);
      for (let stream = 1; stream < 200; stream += 2)
        socket.write(
          Buffer.concat([
            frame(TYPES.headers, FLAGS.endHeaders, stream, post),
            ...Array.from({ length: 4 }, () => frame(TYPES.data, 0, stream, data)),
          ]),
        );
      const timer = setTimeout(() => socket.destroy(), 2000);
      socket.once("close", () => clearTimeout(timer));
      return socket.resume();
    }),
};
