import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

const PATHS = ["/openapi/v2", "/openapi/v3/apis/batch/v1"];

test.each(PATHS)("%s is not sent again to a client that has it", async (path) => {
  const { headers } = await api.ask("GET", path);
  const tag = String(headers.etag);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await api.ask("GET", path, undefined, { "if-none-match": known });
    expect([again.status, again.headers["content-type"], again.headers.etag]).toEqual([304, undefined, tag]);
  }
  const refused = await api.ask("GET", path, undefined, { "if-match": '"other"' });
  expect(refused.status).toBe(412);
});

test("the index has no tag: its time says whether it changed", async () => {
  const { headers } = await api.ask("GET", "/openapi/v3");
  const since = { "if-modified-since": String(headers["last-modified"]) };
  expect((await api.ask("GET", "/openapi/v3", undefined, since)).status).toBe(304);
});

test("the index that is not sent has no type", async () => {
  const { status, headers } = await api.ask("GET", "/openapi/v3", undefined, { "if-match": '"other"' });
  expect([status, headers["content-type"]]).toEqual([412, undefined]);
});

test("a document with the hash in its URL expires in a year, in Go's words", async () => {
  const { headers } = await api.ask("GET", "/openapi/v3/apis/batch/v1");
  const hash = String(headers.etag).replaceAll('"', "");
  const { headers: kept } = await api.ask("GET", `/openapi/v3/apis/batch/v1?hash=${hash}`);
  expect(kept.expires).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} UTC$/);
});

test("what cannot be sent in a form that the client takes depends on that form", async () => {
  const asked = { accept: "text/html" };
  const vary = await Promise.all(
    PATHS.map(async (path) => (await api.ask("GET", path, undefined, asked)).headers.vary),
  );
  expect(vary).toEqual(["Accept-Encoding, Accept", "Accept"]);
});
