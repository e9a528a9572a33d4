import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { isStream } from "../api/exchange/exchange.ts";
import { memoryRequest } from "../api/exchange/memory-request.ts";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../http/certificates/issue.ts";
import type { JsonObject } from "../json/value.ts";

const SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const THINGS = "/apis/echo.example.com/v1/namespaces/default/things";

let ca: KeyPair;
let proxy: KeyPair;
let backend: Server;
let api: InMemoryCluster;
/** Requests whose connection was closed by the client. */
const left: string[] = [];
let toldOfLeaving = (): void => {};

beforeAll(async () => {
  const now = Date.now();
  ca = await createAuthority({ commonName: "test", now });
  proxy = await issueClient(ca, { commonName: "front-proxy", organizations: [], now });
  const serving = await issueServing(ca, { hosts: ["echo.agg.svc"], now });
  backend = createServer({ ...serving, ca: ca.cert, requestCert: true, rejectUnauthorized: false }, respond);
  backend.keepAliveTimeout = 600_000;
  await once(backend.listen(0, "127.0.0.1"), "listening");
  const { port } = backend.address() as AddressInfo;
  api = await startInMemoryCluster({
    proxyClientCertificate: () => proxy,
    requestHeaders: {
      username: ["Custom-User"],
      uid: ["Custom-Uid"],
      group: ["Custom-Group"],
      extraPrefix: ["Custom-Extra-"],
    },
    serviceOverrides: new Map([["agg/echo", `127.0.0.1:${port}`]]),
  });
  await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "agg" } });
  const spec = { type: "ExternalName", externalName: "localhost" };
  await api.ask("POST", "/api/v1/namespaces/agg/services", { metadata: { name: "echo" }, spec });
});

afterAll(async () => {
  await api.stop();
  backend.closeAllConnections();
  backend.close();
});

/** Responds with the request, or behaves as the last part of the path names. */
function respond(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  response.on("error", () => {});
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const behave = BEHAVIOURS[request.url?.split("/").at(-1) ?? ""];
    if (behave !== undefined) behave(request, response);
    else response.setHeader("audit-id", "theirs").end(toldOf(request, Buffer.concat(pieces).toString()));
  });
}

function toldOf({ method, url, rawHeaders, socket }: IncomingMessage, body: string): string {
  const headers = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
  const certificate = (socket as TLSSocket).getPeerCertificate().subject?.CN;
  return JSON.stringify({ method, url, headers, body, certificate });
}

const RESOURCES = {
  kind: "APIResourceList",
  resources: [
    {
      name: "things",
      singularName: "thing",
      namespaced: true,
      kind: "Thing",
      verbs: ["get"],
      shortNames: ["th"],
    },
    { name: "things/status", namespaced: true, kind: "Thing", verbs: ["get"] },
    { name: "others/log", kind: "", verbs: ["get"] },
  ],
};

const DOCUMENT = "/openapi/v3/apis/echo.example.com/v1?hash=A";
const OPEN_API = {
  paths: {
    "apis/echo.example.com/v1": { serverRelativeURL: DOCUMENT },
    "api/v1": { serverRelativeURL: "/openapi/v3/api/v1?hash=EVIL" },
  },
};

const SWAGGER = {
  swagger: "2.0",
  info: { title: "echo", version: "1" },
  paths: {
    "/apis/echo.example.com/v1/things": {
      get: {
        operationId: "listThings",
        responses: { 200: { description: "OK", schema: { $ref: "#/definitions/com.example.Thing" } } },
      },
    },
    "/api/v1/pods": { get: { responses: { 200: { description: "evil" } } } },
    "/version/": { get: { responses: { 200: { description: "evil" } } } },
  },
  definitions: {
    "com.example.Thing": {
      type: "object",
      properties: {
        metadata: { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" },
      },
    },
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": { type: "object", description: "theirs" },
  },
};

const BEHAVIOURS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  redirect: (_request, response) => void response.writeHead(302, { location: "https://example.com/" }).end(),
  "endless?watch=1": (request, response) => {
    request.socket.once("close", () => toldOfLeaving());
    response.writeHead(302, { location: "https://example.com/" }).write("x");
  },
  gone: (request) => void request.socket.destroy(),
  empty: (_request, response) =>
    void response.writeHead(204, { "x-twice": ["1", "2"], connection: "x-hop", "x-hop": "3" }).end(),
  v1: (_request, response) => void response.end(JSON.stringify(RESOURCES)),
  "v1?hash=A": (_request, response) => void response.end('{"openapi":"3.0.0"}'),
  v2: (_request, response) => void response.end(JSON.stringify(SWAGGER)),
  v3: (_request, response) => void response.end(JSON.stringify(OPEN_API)),
  "things?watch=1": (request, response) => {
    request.socket.once("close", () => {
      left.push(request.url ?? "");
      toldOfLeaving();
    });
    response.writeHead(200).write("first\n");
  },
};

async function register(name: string, trust: JsonObject, service: JsonObject = {}): Promise<void> {
  const [version = "", ...group] = name.split(".");
  const spec = {
    group: group.join("."),
    version,
    groupPriorityMinimum: 100,
    versionPriority: 100,
    service: { name: "echo", namespace: "agg", ...service },
    ...trust,
  };
  const { status } = await api.ask("POST", SERVICES, { metadata: { name }, spec });
  expect(status).toBe(201);
}

async function conditionOf(name: string): Promise<JsonObject | undefined> {
  const { conditions } = (await api.ask("GET", `${SERVICES}/${name}`)).body.status as {
    conditions?: JsonObject[];
  };
  return conditions?.[0];
}

const bundle = (): JsonObject => ({ caBundle: Buffer.from(ca.cert).toString("base64") });

async function send(
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
) {
  const abort = new AbortController();
  const request = memoryRequest({
    method,
    url,
    headers: { authorization: `Bearer ${api.cluster.token}`, ...headers },
    peer: { address: "192.0.2.1", port: 1 },
    signal: abort.signal,
    ...(body === undefined ? {} : { body }),
  });
  return { ...(await api.cluster.handle(request)), abort };
}

async function textOf(body: Awaited<ReturnType<typeof send>>["body"]): Promise<string> {
  if (!isStream(body)) return String(body);
  let text = "";
  for await (const piece of body) text += Buffer.from(piece as Uint8Array).toString();
  return text;
}

describe("an API server behind an APIService", () => {
  it("is asked for nothing until it has been found to be there", async () => {
    await register("v1.echo.example.com", bundle());
    const before = await send("GET", THINGS);
    expect([before.status, await textOf(before.body)]).toEqual([503, "service unavailable\n"]);
    expect(await api.cluster.checkApiService("v1.echo.example.com")).toBe(true);
    expect(await conditionOf("v1.echo.example.com")).toMatchObject({
      status: "True",
      reason: "Passed",
      message: "all checks passed",
    });
  });

  it("is in discovery with what it has", async () => {
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const { items } = (await api.ask("GET", "/apis", undefined, { accept })).body as { items?: JsonObject[] };
    const nothing = { group: "", version: "", kind: "" };
    const kind = { ...nothing, kind: "Thing" };
    const things = {
      resource: "things",
      responseKind: kind,
      scope: "Namespaced",
      singularResource: "thing",
      verbs: ["get"],
      shortNames: ["th"],
      subresources: [{ subresource: "status", responseKind: kind, verbs: ["get"] }],
    };
    const others = {
      resource: "others",
      responseKind: nothing,
      scope: "Cluster",
      singularResource: "",
      verbs: null,
      subresources: [{ subresource: "log", responseKind: nothing, verbs: ["get"] }],
    };
    expect(items?.at(-1)).toEqual({
      metadata: { name: "echo.example.com" },
      versions: [{ version: "v1", resources: [things, others], freshness: "Current" }],
    });
  });

  it("describes its own group and version in OpenAPI v3, and nothing of ours", async () => {
    const index = await api.ask("GET", "/openapi/v3");
    const paths = index.body.paths as Record<string, { serverRelativeURL: string }>;
    expect(paths["apis/echo.example.com/v1"]?.serverRelativeURL).toBe(DOCUMENT);
    expect(paths["api/v1"]?.serverRelativeURL).not.toContain("EVIL");
    expect(await textOf((await send("GET", DOCUMENT)).body)).toBe('{"openapi":"3.0.0"}');
  });

  it("has its paths in OpenAPI v2, and definitions that are others under another name", async () => {
    const { paths, definitions } = (await api.ask("GET", "/openapi/v2")).body as Record<string, JsonObject>;
    const things = paths?.["/apis/echo.example.com/v1/things"];
    expect(things).toEqual(SWAGGER.paths["/apis/echo.example.com/v1/things"]);
    expect(JSON.stringify([paths?.["/api/v1/pods"], paths?.["/version/"]])).not.toContain("evil");
    expect(definitions?.["com.example.Thing"]).toEqual({
      type: "object",
      properties: {
        metadata: { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta_v2" },
      },
    });
    const accept = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    const protobuf = await textOf((await send("GET", "/openapi/v2", { headers: { accept } })).body);
    expect(protobuf).toContain("listThings");
  });

  it("is told who asks, and nothing that the client says of that", async () => {
    const answer = await send("POST", `${THINGS}/a%2Fb?y=%20b%2Fc&x=1`, {
      body: '{"a":1}',
      headers: {
        "content-type": "application/json",
        cookie: "a=b",
        connection: "x-zap",
        "x-zap": "1",
        "x-forwarded-for": "192.0.2.9",
        "x-remote-user": "evil",
        "x-remote-extra-a": "evil",
        "custom-user": "evil",
        "custom-uid": "evil",
        "custom-group": "system:masters",
        "custom-extra-a": "evil",
        "impersonate-user": "jane",
        "impersonate-group": "system:masters",
        "impersonate-extra-scopes.io%2fa": "v",
      },
    });
    expect(answer.headers["audit-id"]).toEqual([expect.any(String), "theirs"]);
    const told = JSON.parse(await textOf(answer.body));
    expect(told).toMatchObject({
      method: "POST",
      url: `${THINGS}/a/b?x=1&y=+b%2Fc`,
      body: '{"a":1}',
      certificate: "front-proxy",
    });
    expect(
      told.headers.filter((header: string) => /^(x-|custom-|cookie|author|imperson)/i.test(header)),
    ).toEqual([
      "cookie: a=b",
      "x-forwarded-for: 192.0.2.9, 192.0.2.1",
      expect.stringMatching(/^x-forwarded-host: 127\.0\.0\.1:/),
      "x-forwarded-proto: https",
      `x-forwarded-uri: ${THINGS}/a/b`,
      "x-remote-user: jane",
      "x-remote-group: system:masters",
      "x-remote-group: system:authenticated",
      "x-remote-extra-scopes.io%2fa: v",
    ]);
  });

  it("is not asked for somebody who may not, or whose name a header cannot hold", async () => {
    const nobody = await send("GET", THINGS, { headers: { "impersonate-user": "nobody" } });
    expect(nobody.status).toBe(403);
    const headers = { "impersonate-user": "a\nb", "impersonate-group": "system:masters" };
    const broken = await send("GET", THINGS, { headers });
    expect([broken.status, await textOf(broken.body)]).toEqual([
      503,
      'error trying to reach service: net/http: invalid header field value for "X-Remote-User"\n',
    ]);
  });

  it.each([
    ["redirect", 502, "the backend attempted to redirect this request, which is not permitted"],
    ["gone", 503, "error trying to reach service: EOF\n"],
  ])("that answers with %s gives %i", async (name, status, text) => {
    const answer = await send("GET", `${THINGS}/${name}`);
    expect([answer.status, await textOf(answer.body)]).toEqual([status, text]);
  });

  it("is not listened to any longer when it redirects a watch and goes on", async () => {
    const isLeft = new Promise<void>((resolve) => {
      toldOfLeaving = resolve;
    });
    expect((await send("GET", `${THINGS}/endless?watch=1`)).status).toBe(502);
    await isLeft;
  });

  it("has its headers passed back, but those of the connection", async () => {
    const { status, headers } = await send("GET", `${THINGS}/empty`);
    expect(status).toBe(204);
    expect(headers).toMatchObject({ "x-twice": ["1", "2"], "cache-control": "no-cache, private" });
    expect(headers).not.toHaveProperty("x-hop");
  });

  it("hears at once when the client of a watch goes away", async () => {
    const hasLeft = new Promise<void>((resolve) => {
      toldOfLeaving = resolve;
    });
    const { body, abort } = await send("GET", `${THINGS}?watch=1`);
    if (!isStream(body)) throw new Error("a watch is a stream");
    const pieces = body[Symbol.asyncIterator]();
    expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe("first\n");
    abort.abort();
    await hasLeft;
    expect(left).toEqual([`${THINGS}?watch=1`]);
  });
});

it.each([
  [
    "v2.echo.example.com",
    {},
    {},
    /^failing or missing response from (\S+)\/apis\/echo\.example\.com\/v2: Get "\S+": tls: failed to verify certificate: x509: certificate signed by unknown authority$/,
  ],
  ["v1.none.example.com", {}, { name: "none" }, /^service\/none in "agg" is not present$/],
] as const)(
  "the server of %s is not available when it cannot be reached",
  async (name, trust, service, message) => {
    await register(name, trust, service);
    expect(await api.cluster.checkApiService(name)).toBe(false);
    expect(await conditionOf(name)).toMatchObject({
      status: "False",
      message: expect.stringMatching(message),
    });
    expect((await api.ask("GET", `/apis/${name.slice(3)}/${name.slice(0, 2)}/things`)).status).toBe(503);
  },
);

it("metrics say which are not available, and how often they were", async () => {
  const path = `${SERVICES}/v1.echo.example.com`;
  const { body } = await api.ask("GET", path);
  const spec = { ...(body.spec as JsonObject), service: { name: "none", namespace: "agg", port: 443 } };
  expect((await api.ask("PUT", path, { ...body, spec })).status).toBe(200);
  await api.cluster.checkApiService("v1.echo.example.com");
  const read = async () =>
    (await textOf((await send("GET", "/metrics")).body)).split("kubernetes_feature")[0];
  // The metric is read from a view, which receives writes slightly later.
  await expect.poll(read).toContain('aggregator_unavailable_apiservice{name="v1.echo.example.com"} 1\n');
  const text = await read();
  expect(text).toContain('aggregator_unavailable_apiservice{name="v1.apps"} 0\n');
  expect(text).toContain(
    'aggregator_unavailable_apiservice_total{name="v1.echo.example.com",reason="ServiceNotFound"} 1\n',
  );
  await api.ask("DELETE", path);
  const describes = async () => JSON.stringify((await api.ask("GET", "/openapi/v2")).body).includes("echo");
  await expect.poll(describes).toBe(false);
});

it.each([
  ["/apis/echo.example.com/v9/things", 404],
  ["/apis/apps/v1beta1/deployments", 404],
  ["/apis/apps/v1/nothing", 404],
] as const)("%s is nobody's: %d", async (path, status) => {
  expect((await api.ask("GET", path)).status).toBe(status);
});
