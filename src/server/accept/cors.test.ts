import { expect, test } from "vitest";
import { startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";

const allowedOrigins = ["^https://app\\.example\\.com$", "//localhost(:|$)"];
const NAMESPACES = "/api/v1/namespaces";

test("pages of allowed origins may read answers, refusals too", async () => {
  const api = await startInMemoryCluster({ allowedOrigins });
  const allowed = {
    "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
    "access-control-allow-headers":
      "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
    "access-control-expose-headers": "Date",
    "access-control-allow-credentials": "true",
  };
  for (const origin of ["https://app.example.com", "http://localhost:3000"]) {
    const { status, headers } = await api.ask("GET", NAMESPACES, undefined, { origin });
    expect([status, headers]).toMatchObject([200, { "access-control-allow-origin": origin, ...allowed }]);
  }
  const origin = "http://localhost";
  const refused = await api.ask("GET", NAMESPACES, undefined, { origin, authorization: "" });
  expect([refused.status, refused.headers]).toMatchObject([403, { "access-control-allow-origin": origin }]);
  await api.stop();
});

test("a browser's question is answered before anybody is known", async () => {
  const api = await startInMemoryCluster({ allowedOrigins });
  const ask = (origin: string) => api.ask("OPTIONS", NAMESPACES, undefined, { origin, authorization: "" });
  expect(await ask("http://localhost:3000")).toMatchObject({ status: 204 });
  expect(await ask("https://evil.example.com")).toMatchObject({ status: 403 });
  await api.stop();
});

test("other origins, and those of a server without any, get nothing", async () => {
  for (const options of [{ allowedOrigins }, {}]) {
    const api = await startInMemoryCluster(options);
    for (const origin of ["https://app.example.com.evil.com", "null"]) {
      const { headers } = await api.ask("GET", NAMESPACES, undefined, { origin });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    await api.stop();
  }
});
