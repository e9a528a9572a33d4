import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createLookup, type LookupOptions } from "./lookup.ts";

const asked: string[] = [];
const open: { close(): void }[] = [];
afterEach(() => {
  vi.useRealTimers();
  asked.length = 0;
  for (const one of open.splice(0)) one.close();
});

const NOT_FOUND = { kind: "Status", reason: "NotFound", details: { name: "x" }, message: "x not found" };

/** Starts a server with responses by path, 404 for other paths, and a lookup on it. */
async function lookupOn(answers: Record<string, [number, object]>, options: LookupOptions = {}) {
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    const [status, body] = answers[request.url ?? ""] ?? [404, NOT_FOUND];
    setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), 20);
  });
  // Node closes connections that were idle for 5 s. A request can be sent at the same time, and would be
  // lost.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const kubeconfig = written(config(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const lookup = createLookup({ kubeconfig, ...options });
  open.push(server, lookup);
  return lookup;
}

function written(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "sallyport-lookup-")), "config");
  writeFileSync(path, text);
  return path;
}

const config = (server: string): string => `current-context: here
contexts: [{name: here, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "${server}"}}]
users: [{name: u, user: {token: sesame}}]
`;

test("objects are found with the kubeconfig's token; what is not there is undefined", async () => {
  const lookup = await lookupOn({ "/api/v1/namespaces/a": [200, { metadata: { name: "a" } }] });
  expect(await lookup.get("v1", "namespaces", "a")).toEqual({ metadata: { name: "a" } });
  expect(await lookup.get("apps/v1", "deployments", "web", { namespace: "a" })).toBeUndefined();
  expect(asked).toEqual([
    "/api/v1/namespaces/a Bearer sesame",
    "/apis/apps/v1/namespaces/a/deployments/web Bearer sesame",
  ]);
});

test("who asks for the same shares one request, until it is too old", async () => {
  const lookup = await lookupOn(
    { "/api/v1/pods?labelSelector=a%3Db": [200, { items: [{}] }] },
    { maxAgeMs: 200 },
  );
  const list = () => lookup.list("v1", "pods", { labelSelector: "a=b" });
  vi.useFakeTimers({ toFake: ["performance"] });
  expect(await Promise.all([list(), list()])).toEqual([[{}], [{}]]);
  await list();
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(201);
  await list();
  expect(asked).toHaveLength(2);
});

test("a resource that nobody serves is an error, not an absent object", async () => {
  const lookup = await lookupOn({ "/api/v1/pod/x": [404, {}] });
  await expect(lookup.get("v1", "pod", "x")).rejects.toThrow("GET /api/v1/pod/x: 404");
});

test("a refusal is told and not remembered", async () => {
  const lookup = await lookupOn({ "/api/v1/secrets": [403, { message: "secrets is forbidden" }] });
  await expect(lookup.list("v1", "secrets")).rejects.toThrow("GET /api/v1/secrets: 403 secrets is forbidden");
  await expect(lookup.list("v1", "secrets")).rejects.toThrow("403");
  expect(asked).toHaveLength(2);
});

test("a look-up ends with the request for which it was made", async () => {
  const lookup = await lookupOn({});
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(lookup.get("v1", "namespaces", "a", { signal })).rejects.toThrow("too late");
});

test("a kubeconfig that is not there is named", () => {
  expect(() => createLookup({ kubeconfig: "/nowhere/config" })).toThrow(
    "there is no kubeconfig /nowhere/config",
  );
});

test.each(["exec: {command: x}", "username: u", "as: ada", "auth-provider: {name: gcp}"])(
  "a kubeconfig with %s is refused",
  (user) => {
    const [field] = user.split(":");
    const kubeconfig = written(config("https://127.0.0.1:1").replace("token: sesame", user));
    expect(() => createLookup({ kubeconfig })).toThrow(`${kubeconfig}: ${field} is not supported here`);
  },
);

test("the files of KUBECONFIG are merged, and a folder is none of them", () => {
  const clusters = written('clusters: [{name: c, cluster: {server: "https://127.0.0.1:1", proxy-url: x}}]');
  const others = written(config("https://127.0.0.1:2"));
  vi.stubEnv("KUBECONFIG", ["/nowhere", clusters, others].join(delimiter));
  expect(() => createLookup()).toThrow("proxy-url is not supported here");
  vi.stubEnv("KUBECONFIG", tmpdir());
  expect(() => createLookup()).toThrow(`${tmpdir()} is a folder: name the kubeconfig, a file`);
  vi.unstubAllEnvs();
});
