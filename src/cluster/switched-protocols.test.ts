import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { connect } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { type InMemoryCluster, startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { createAuthority, issueServing, type KeyPair } from "../http/certificates/issue.ts";
import { type Listening, serve } from "../http/serve.ts";

const CONSOLE = "/apis/echo.example.com/v1/namespaces/default/things/x/console";

let ca: KeyPair;
let backend: Server;
let api: InMemoryCluster;
let port: Listening;
let token: string;
const told: string[] = [];

beforeAll(async () => {
  const now = Date.now();
  ca = await createAuthority({ commonName: "test", now });
  const serving = await issueServing(ca, { hosts: ["echo.agg.svc", "127.0.0.1"], now });
  backend = createServer(serving, (_request, response) => void response.end("{}"));
  backend.on("upgrade", echo);
  await once(backend.listen(0, "127.0.0.1"), "listening");
  const address = `127.0.0.1:${(backend.address() as AddressInfo).port}`;
  api = await startInMemoryCluster({ serviceOverrides: new Map([["agg/echo", address]]) });
  await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "agg" } });
  const service = { type: "ExternalName", externalName: "localhost" };
  await api.ask("POST", "/api/v1/namespaces/agg/services", { metadata: { name: "echo" }, spec: service });
  const spec = {
    ...{ group: "echo.example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 100 },
    service: { name: "echo", namespace: "agg" },
    caBundle: Buffer.from(ca.cert).toString("base64"),
  };
  await api.ask("POST", "/apis/apiregistration.k8s.io/v1/apiservices", {
    metadata: { name: "v1.echo.example.com" },
    spec,
  });
  await api.cluster.checkApiService("v1.echo.example.com");
  token = await tokenOfAdministrator();
  port = await serve(api.cluster.handle, serving);
});
afterAll(async () => {
  await port.close(200);
  await api.stop();
  backend.closeAllConnections();
  backend.close();
});

/** Returns a token of a service account: the token of the process is not accepted over sockets. */
async function tokenOfAdministrator(): Promise<string> {
  await api.ask("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "all" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", name: "jane", namespace: "agg" }],
  });
  await api.ask("POST", "/api/v1/namespaces/agg/serviceaccounts", { metadata: { name: "jane" } });
  const path = "/api/v1/namespaces/agg/serviceaccounts/jane/token";
  const { body } = await api.ask("POST", path, { spec: {} });
  return (body.status as { token: string }).token;
}

/** An echo server, over a WebSocket or another protocol. */
const sockets = new WebSocketServer({ noServer: true });
function echo(request: Parameters<WebSocketServer["handleUpgrade"]>[0], socket: Duplex, head: Buffer): void {
  told.push(
    `${request.headers["x-remote-user"]} ${request.headers["sec-websocket-protocol"]} ${request.url}`,
  );
  if (request.url?.includes("refused"))
    socket.end("HTTP/1.1 409 Conflict\r\nContent-Length: 5\r\nX-Why: busy\r\n\r\nlater");
  else if (request.headers.upgrade === "websocket")
    sockets.handleUpgrade(request, socket, head, (one) => {
      one.on("message", (data, binary) => one.send(data, { binary }));
    });
  else {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n");
    socket.pipe(socket);
  }
}

const open = (path: string): WebSocket => {
  const named = `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}`;
  return new WebSocket(`wss://127.0.0.1:${port.port}${path}`, [named, "plain.kubevirt.io"], { ca: ca.cert });
};

test("a WebSocket goes through to another API server, without the client's token", async () => {
  const socket = open(CONSOLE);
  await once(socket, "open");
  socket.send("hello");
  const [heard] = (await once(socket, "message")) as [Buffer];
  expect(heard.toString()).toBe("hello");
  expect(socket.protocol).toBe("plain.kubevirt.io");
  expect(told.at(-1)).toBe(`system:serviceaccount:agg:jane plain.kubevirt.io ${CONSOLE}`);
  socket.close();
  await once(socket, "close");
});

test("what the other server refuses comes back as it says it", async () => {
  const socket = open(`${CONSOLE}?refused`);
  const [, response] = (await once(socket, "unexpected-response")) as [
    unknown,
    NodeJS.ReadableStream & { statusCode: number; headers: object },
  ];
  expect(response.statusCode).toBe(409);
  expect(response.headers).toMatchObject({ "x-why": "busy" });
  let text = "";
  for await (const piece of response) text += String(piece);
  expect(text).toBe("later");
});

test("so does any other protocol, with what the client sent at once", async () => {
  const socket = connect({ host: "127.0.0.1", port: port.port, ca: ca.cert, ALPNProtocols: ["http/1.1"] });
  let text = "";
  socket.on("data", (piece) => {
    text += String(piece);
  });
  await once(socket, "secureConnect");
  socket.write(
    `POST ${CONSOLE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nContent-Length: 0\r\n\r\nfirst`,
  );
  await expect.poll(() => text).toMatch(/first$/);
  socket.write(" second");
  await expect.poll(() => text).toMatch(/first second$/);
  expect(text).toMatch(
    /^HTTP\/1\.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: SPDY\/3\.1\r\n\r\n/i,
  );
  socket.destroy();
});
