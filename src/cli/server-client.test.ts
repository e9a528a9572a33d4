import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { explainPast } from "./explain/explain-running.ts";
import { readList } from "./read-list.ts";
import { clientOf } from "./server-client.ts";

const HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

const PAGES: Readonly<Record<string, string>> = {
  [`/clusters/a${HOOKS}?limit=500`]: '{"kind":"List","items":[{"metadata":{"name":"a"}}]}',
  "/clusters/a/api/v1/pods?limit=500": "<html>",
};

const server = createServer(({ url = "" }, response) => {
  response.writeHead(PAGES[url] === undefined ? 404 : 200);
  response.end(PAGES[url] ?? "404 page not found");
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as AddressInfo;
const client = clientOf({
  server: `http://127.0.0.1:${port}/clusters/a`,
  credentials: { headers: () => [] },
});
afterAll(() => server.close());

test("clientOf keeps the path of the server, and needs no TLS", async () => {
  expect(await readList(client, HOOKS)).toMatchObject([{ metadata: { name: "a" } }]);
  await expect(client("GET", "/explain/../x")).rejects.toThrow("is not a path of the server");
});

test.each([
  [HOOKS.replace("validating", "mutating"), "is that of no Kubernetes API server"],
  ["/api/v1/pods", "is that of no Kubernetes API server"],
])("readList does not take %s of another server for an empty list", async (path, told) => {
  await expect(readList(client, path)).rejects.toThrow(told);
});

test("readList finds nothing in what a server does not serve", async () => {
  expect(await readList(client, "/apis/cert-manager.io/v1/certificates")).toEqual([]);
});

test("explainPast tells a server that does not explain from one without writes", async () => {
  await expect(explainPast(client, "last")).rejects.toThrow("it is not Sallyport");
});

test.each([
  ["https://127.0.0.1:1", "https_proxy", /; HTTPS_PROXY is not used here/],
  ["https://127.0.0.1:1", "http_proxy", /ECONNREFUSED 127.0.0.1:1$/],
  ["http://127.0.0.1:1", "HTTP_PROXY", /; HTTP_PROXY is not used here/],
])("a server at %s that does not answer, with %s in the environment", async (address, name, told) => {
  vi.stubEnv(name, "http://proxy.example.com:3128");
  onTestFinished(() => void vi.unstubAllEnvs());
  const connection = { server: address, credentials: { headers: () => [] } };
  await expect(clientOf(connection)("GET", "/")).rejects.toThrow(told);
});
