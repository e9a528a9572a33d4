import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

const POD = "/api/v1/namespaces/default/pods/x";

test.each([
  `${POD}/status/more`,
  `${POD}/exec/more`,
  `${POD}/eviction/more`,
  "/api/v1/pods/x",
  "/api/v1/namespaces/default/bindings/x",
  "/apis/authentication.k8s.io/v1/tokenreviews/x",
  "/apis/apps/v1/deployments/x/scale",
  "/api/v1/namespaces/default/status/x",
  `${POD.replace("v1", "v1/watch")}/status`,
  "/api/v1/proxy/namespaces/default/pods/x",
  "//api/v1/pods",
])("%s is no path, whatever the method", async (path) => {
  for (const method of ["GET", "POST", "PUT", "DELETE"])
    expect((await api.ask(method, path, method === "GET" ? undefined : {})).status).toBe(404);
});

test.each(["/api/v1/watch/pods", "/api/v1/watch/namespaces/default/pods/x"])(
  "%s is for GET",
  async (path) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
      expect((await api.ask(method, path)).status).toBe(405);
  },
);

test("a watch of nothing fails before authentication", async () => {
  const { status, body } = await api.ask("GET", "/api/v1/watch?a=b");
  expect(status).toBe(500);
  expect(body.text).toBe(
    'Internal Server Error: "/api/v1/watch?a=b": failed to create RequestInfo: unable to determine kind and namespace from url, /api/v1/watch?a=b\n',
  );
});

test("a verb that ends the path behind one that stands in front of it is a name", async () => {
  expect((await api.ask("GET", "/api/nodes/proxy///watch/proxy")).status).toBe(404);
});

test.each([
  ["GET", "/api/v2", 404],
  ["GET", "/api/v1/namespaces//pods", 200],
  ["GET", "/api/v1/pods//", 200],
  ["GET", "/api/v1//pods", 404],
  ["GET", "/api/v1/nodes//status", 400],
  ["GET", "/apis/apps/v7/deployments", 404],
  ["GET", "/api/v1/namespaces/default/nodes", 404],
  ["GET", "/api/v1/namespaces/default/pods/x/log/more", 404],
  ["HEAD", "/api/v1/pods", 405],
  ["OPTIONS", "/api/v1/pods", 405],
  ["PATCH", POD, 415],
  ["POST", "/version", 405],
  ["POST", "/apis", 200],
  ["POST", "/apis/apps", 200],
  ["POST", "/apis/apps/v1", 405],
  ["POST", "/apis/apiregistration.k8s.io", 405],
])("%s %s: %i", async (method, path, code) => {
  expect((await api.ask(method, path)).status).toBe(code);
});

test.each([
  ["/nope", "404 page not found\n"],
  ["/apis/nope.example.com/v1/things", "404 page not found\n"],
])("%s is answered with a text", async (path, text) => {
  expect((await api.ask("GET", path)).body.text).toBe(text);
});

test("an URL that cannot be decoded is refused", async () => {
  expect((await api.ask("GET", "/api/v1/namespaces/%zz")).status).toBe(400);
});
