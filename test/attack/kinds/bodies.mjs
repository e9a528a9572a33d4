import { ask, bearer, dial, JSON_BODY, keepOpen, often, YAML_BODY } from "../wire.mjs";

const REVIEW = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const MAPS = "/api/v1/namespaces/hostile/configmaps";
const DRY = "?dryRun=All";

/** Requests that a client with any token may send. */
const review =
  (perSecond, body, type = JSON_BODY) =>
  (server) => {
    const text = body();
    often(perSecond, () =>
      ask(server, { method: "POST", path: REVIEW, headers: [bearer(server.anyToken), type], body: text }),
    );
  };

/** Requests of a client that may write in one namespace. */
const write =
  (perSecond, path, body, type = JSON_BODY) =>
  (server) => {
    const text = body();
    often(perSecond, () =>
      ask(server, { method: "POST", path, headers: [bearer(server.writerToken), type], body: text }),
    );
  };

const many = (count, item) => Array.from({ length: count }, (_, i) => item(i));
const pod = (cpu) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "x" },
    spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }] },
  });

/** Bodies that are small but slow to handle, or long and without effect. */
export const BODIES = {
  "bodies of 3 MB of somebody unknown": (server) =>
    often(4, () =>
      ask(server, { method: "POST", path: MAPS, headers: [JSON_BODY], body: "x".repeat(3_000_000) }),
    ),

  "bodies without an end that nobody asked for": (server) =>
    keepOpen(20, () => {
      const socket = dial(server);
      const piece = Buffer.concat([
        Buffer.from("10000\r\n"),
        Buffer.alloc(1 << 16, 120),
        Buffer.from("\r\n"),
      ]);
      const flood = () => {
        while (socket.write(piece));
      };
      socket.write(`POST ${MAPS} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
      socket.on("drain", flood);
      flood();
      return socket.resume();
    }),

  "bodies that come in drops": (server) =>
    keepOpen(100, () => {
      const socket = dial(server);
      socket.write(
        `POST ${REVIEW} HTTP/1.1\r\nhost: x\r\n${bearer(server.anyToken)}\r\n${JSON_BODY}\r\ncontent-length: 3000000\r\n\r\n`,
      );
      const timer = setInterval(() => socket.write("{"), 500);
      socket.once("close", () => clearInterval(timer));
      return socket.resume();
    }),

  "refused bodies that come in drops": (server) =>
    keepOpen(100, () => {
      const socket = dial(server);
      socket.write(`POST ${MAPS} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
      const timer = setInterval(() => socket.write("1\r\nx\r\n"), 500);
      socket.once("close", () => clearInterval(timer));
      return socket.resume();
    }),

  "a body in chunks of one byte": (server) =>
    often(1, () => {
      const socket = dial(server);
      socket.write(
        `POST ${REVIEW} HTTP/1.1\r\nhost: x\r\n${bearer(server.anyToken)}\r\n${JSON_BODY}\r\ntransfer-encoding: chunked\r\n\r\n`,
      );
      socket.write("1\r\n \r\n".repeat(20_000));
      socket.end("2\r\n{}\r\n0\r\n\r\n");
      socket.resume();
    }),

  "a quantity with a great exponent": review(5, () => pod("1e99999999999999999999")),
  "a quantity of many digits": review(5, () => pod(`${"0".repeat(4000)}x`)),
  "40,000 unknown fields": review(1, () =>
    JSON.stringify({ spec: {}, ...Object.fromEntries(many(40_000, (i) => [`u${i}`, 1])) }),
  ),
  "YAML of 20,000 keys": review(0.5, () => many(20_000, (i) => `k${i}: ${i}`).join("\n"), YAML_BODY),
  "keys given twice at depth 4000": review(1, () => `${'{"a":1,"a":'.repeat(4000)}1${"}".repeat(4000)}`),
  "JSON of depth 100,000": review(2, () => `${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  "an alias bomb": review(
    1,
    () =>
      `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${many(9, (i) => `a${i + 1}: &a${i + 1} [${many(9, () => `*a${i}`).join(",")}]`).join("\n")}`,
    YAML_BODY,
  ),
  "a map of 20,000 members": write(1, MAPS + DRY, () =>
    JSON.stringify({
      metadata: { name: "x" },
      data: Object.fromEntries(many(20_000, (i) => [`k${i}`, "v"])),
    }),
  ),
  "5,000 managers of fields": write(0.5, MAPS + DRY, () =>
    JSON.stringify({
      metadata: {
        name: "x",
        managedFields: many(5000, (i) => ({
          manager: `m${i}`,
          operation: "Update",
          apiVersion: "v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": { [`f:k${i}`]: {} } },
        })),
      },
    }),
  ),
  "a certificate request of 1 MB": write(
    1,
    `/apis/certificates.k8s.io/v1/certificatesigningrequests${DRY}`,
    () =>
      JSON.stringify({
        metadata: { name: "x" },
        spec: {
          request: Buffer.from(
            `-----BEGIN CERTIFICATE REQUEST-----\n${"MIIA".repeat(180_000)}\n-----END CERTIFICATE REQUEST-----\n`,
          ).toString("base64"),
          signerName: "example.com/x",
          usages: ["client auth"],
        },
      }),
  ),
  "YAML that is nothing but comments": write(
    1,
    MAPS,
    () =>
      `${"# nothing\n".repeat(250_000)}metadata: {generateName: comment-}\ndata: {a: ${"b".repeat(40)}}\n`,
    YAML_BODY,
  ),
};
