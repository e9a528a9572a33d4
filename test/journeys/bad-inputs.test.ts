import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

describe("bad inputs", () => {
  const dir = newDataDir();
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer(dir);
  });
  afterAll(async () => {
    await server.stop();
    removeDataDir(dir);
  });

  const status = (text: string): { reason: string; code: number; message: string } => JSON.parse(text);

  test.each([
    ["half a body", '{"metadata":{"name":"a"'],
    ["no JSON at all", "hello"],
    ["an empty body", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["another kind", '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}'],
    ["a number for a text", '{"metadata":{"name":1}}'],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ])("%s is a bad request, told as a Status", async (_, body) => {
    const { status: code, text } = await server.fetch("POST", MAPS, { body });
    expect(code, text).toBeGreaterThanOrEqual(400);
    expect(code, text).toBeLessThan(500);
    expect(status(text)).toMatchObject({ kind: "Status", status: "Failure", code });
  });

  test("a body of more than 3 MiB is too large", async () => {
    const body = JSON.stringify({ metadata: { name: "big" }, data: { k: "x".repeat(4 * 1024 * 1024) } });
    const { status: code, text } = await server.fetch("POST", MAPS, { body });
    expect(code).toBe(413);
    expect(status(text).reason).toBe("RequestEntityTooLarge");
  });

  test("a deep body does not bring the server down", async () => {
    const body = `{"metadata":{"name":"deep"},"data":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`;
    expect((await server.fetch("POST", MAPS, { body })).status).toBeGreaterThanOrEqual(400);
    expect((await server.fetch("GET", "/readyz")).text).toBe("ok");
  });

  test("an unknown content type is not supported", async () => {
    const headers = { "content-type": "text/csv" };
    const { status: code, text } = await server.fetch("POST", MAPS, { body: "a,b", headers });
    expect(code).toBe(415);
    expect(status(text).reason).toBe("UnsupportedMediaType");
  });

  test("an Accept that nobody can serve is not acceptable", async () => {
    const { status: code } = await server.fetch("GET", MAPS, { headers: { accept: "text/csv" } });
    expect(code).toBe(406);
  });

  test.each([
    "/api/v1/nothings",
    "/apis/none/v1/x",
    "/nowhere",
    "/api/v1/namespaces/default/configmaps/a/b/c",
  ])("%s is not found", async (path) => {
    expect((await server.fetch("GET", path)).status).toBe(404);
  });

  test("keys such as __proto__ are ordinary keys of data", async () => {
    const body = '{"metadata":{"name":"proto"},"data":{"__proto__":"a","constructor":"b","toString":"c"}}';
    expect((await server.fetch("POST", MAPS, { body })).status).toBe(201);
    const { text } = await server.fetch("GET", `${MAPS}/proto`);
    expect(text).toContain('"data":{"__proto__":"a","constructor":"b","toString":"c"}');
    const merge = { "content-type": "application/merge-patch+json" };
    const patch =
      '{"data":{"__proto__":null,"constructor":"d"},"metadata":{"annotations":{"constructor":"e"}}}';
    const patched = await server.fetch("PATCH", `${MAPS}/proto`, { body: patch, headers: merge });
    expect(patched.text).toContain('"data":{"constructor":"d","toString":"c"}');
  });

  test("labels named constructor select", async () => {
    const body = '{"metadata":{"name":"labelled","labels":{"constructor":"x"}}}';
    expect((await server.fetch("POST", MAPS, { body })).status).toBe(201);
    const { text } = await server.fetch("GET", `${MAPS}?labelSelector=constructor%3Dx`);
    expect(JSON.parse(text).items).toHaveLength(1);
    const absent = await server.fetch("GET", `${MAPS}?labelSelector=toString`);
    expect(JSON.parse(absent.text).items).toHaveLength(0);
  });

  test("bad selectors, numbers and names are told apart", async () => {
    expect((await server.fetch("GET", `${MAPS}?labelSelector=a%20b%20c`)).status).toBe(400);
    expect((await server.fetch("GET", `${MAPS}?fieldSelector=spec.x%3D1`)).status).toBe(400);
    expect((await server.fetch("GET", `${MAPS}?resourceVersion=abc`)).status).toBe(400);
    expect((await server.fetch("GET", `${MAPS}?limit=x`)).status).toBe(400);
    const body = '{"metadata":{"name":"Not A Name"}}';
    expect((await server.fetch("POST", MAPS, { body })).status).toBe(422);
  });
});
