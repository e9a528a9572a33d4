import { randomBytes } from "node:crypto";
import { ask, bearer, dial, often } from "../wire.mjs";

const random = (bytes = 12) => randomBytes(bytes).toString("hex");

/** Clients that send much data before they are authenticated. */
export const HEADS = {
  "20,000 headers": (server) =>
    often(2, () => {
      const headers = Array.from({ length: 20_000 }, (_, i) => `x-${i}: ${i}`);
      return ask(server, { path: "/version", headers });
    }),

  "headers of impersonation": (server) =>
    often(2, () => {
      const groups = Array.from({ length: 20_000 }, (_, i) => `impersonate-group: g${i}`);
      return ask(server, { path: "/version", headers: ["impersonate-user: x", ...groups] });
    }),

  "an Accept header of 900 KB, never the same": (server) =>
    often(2, () =>
      ask(server, { path: "/version", headers: [`accept: application/json;x=${random(450_000)}`] }),
    ),

  "URLs of 900 KB, never the same": (server) =>
    often(3, () => ask(server, { method: "POST", path: `/api/v1/namespaces/${random(450_000)}/pods` })),

  "URLs of a million slashes and escapes": (server) =>
    often(2, () => ask(server, { path: `/api${"/".repeat(300_000)}%41${"%2f".repeat(200_000)}` })),

  "random paths": (server) => {
    const socket = dial(server);
    socket.resume();
    often(200, () =>
      socket.write(
        `GET /apis/${random()}/v1/namespaces/${random()}/${random()}/${random()} HTTP/1.1\r\nhost: x\r\n\r\n`,
      ),
    );
  },

  "a timeout that takes exponential time": (server) =>
    often(10, () => ask(server, { path: `/healthz?timeout=00${"s000".repeat(30)}n` })),

  "selectors without an end": (server) =>
    often(2, () => {
      const selector = encodeURIComponent(Array.from({ length: 20_000 }, (_, i) => `k${i}!=v`).join(","));
      return ask(server, {
        path: `/api/v1/pods?fieldSelector=metadata.name%3Dx,${selector}&labelSelector=${selector}`,
        headers: [bearer(server.anyToken)],
      });
    }),

  "tokens of 500 KB": (server) =>
    often(5, () => ask(server, { path: "/version", headers: [bearer(random(250_000))] })),

  "thousands of requests at once, not one answer read": (server) =>
    often(2, () => {
      const socket = dial(server);
      socket.pause();
      socket.write("GET /version HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1000));
      setTimeout(() => socket.destroy(), 3000);
    }),

  metrics: (server) => often(2, () => ask(server, { path: "/metrics", headers: [bearer(server.token)] })),
};
