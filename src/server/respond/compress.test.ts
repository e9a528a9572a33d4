import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { LongBody, type ServerResponse, wholeBody } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { RequestContext } from "../request-context.ts";
import { compress, takesBareGzip } from "./compress.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

const api = await clusterForTests();
for (let i = 0; i < 40; i++)
  await api.ask("POST", MAPS, { metadata: { name: `map-${i}` }, data: { text: `${i} `.repeat(4000) } });

function list(headers: Record<string, string>): Promise<ServerResponse> {
  const authorization = `Bearer ${api.cluster.token}`;
  return api.cluster.handle(memoryRequest({ url: MAPS, headers: { authorization, ...headers } }));
}

const unzipped = (response: ServerResponse): Promise<string> =>
  wholeBody(response.body).then((body) => gunzipSync(Buffer.from(body as Uint8Array)).toString());

test("a long list is the same in gzip, made as it is read", async () => {
  const plain = await list({});
  const packed = await list({ "accept-encoding": "gzip" });
  expect([plain.body, packed.body].map((body) => body instanceof LongBody)).toEqual([true, true]);
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  const text = String(await wholeBody(plain.body));
  expect((await unzipped(packed)) === text).toBe(true);
  expect(JSON.parse(text).items).toHaveLength(40);
});

test.each(["gzip;q=0", "gzip;q=1", "GZIP", "*", "x-gzip", "deflate"])(
  "%s does not ask for gzip",
  async (value) => {
    expect((await list({ "accept-encoding": value })).headers).not.toHaveProperty("content-encoding");
  },
);

test.each(["deflate, gzip", "br,gzip ,x"])("%s does", async (value) => {
  expect((await list({ "accept-encoding": value })).headers).toHaveProperty("content-encoding", "gzip");
});

test("so is one in protobuf", async () => {
  const accept = "application/vnd.kubernetes.protobuf";
  const plain = Buffer.from((await wholeBody((await list({ accept })).body)) as Uint8Array);
  const packed = await list({ accept, "accept-encoding": "gzip" });
  expect((await unzipped(packed)) === plain.toString()).toBe(true);
});

test("compress() ends with the error of what it compresses", async () => {
  function* failing(): Generator<Uint8Array> {
    yield Buffer.alloc(1000);
    throw new Error("lost");
  }
  const context = {
    request: memoryRequest({ url: "/", headers: { "accept-encoding": "gzip" } }),
  } as RequestContext;
  const { body } = await compress(
    context,
    { status: 200, headers: {}, body: new LongBody(failing()) },
    takesBareGzip,
  );
  await expect(wholeBody(body)).rejects.toThrow("lost");
});

test("compress() leaves what it reads with its reader", async () => {
  let left = false;
  function* endless(): Generator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(100_000);
    } finally {
      left = true;
    }
  }
  const context = {
    request: memoryRequest({ url: "/", headers: { "accept-encoding": "gzip" } }),
  } as RequestContext;
  const { body } = await compress(
    context,
    { status: 200, headers: {}, body: new LongBody(endless()) },
    takesBareGzip,
  );
  for await (const _piece of (body as LongBody).pieces) break;
  await expect.poll(() => left).toBe(true);
});
