import { once } from "node:events";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ServerResponse } from "../../../api/exchange/exchange.ts";
import { createAuthority, issueServing } from "../../certificates/issue.ts";
import { type Listening, serve } from "../../serve.ts";

let listening: Listening;
let session: ClientHttp2Session;
let answer: ServerResponse;

const ca = await createAuthority({ commonName: "test-ca", now: Date.now() });
const pair = await issueServing(ca, { hosts: ["127.0.0.1"], now: Date.now() });
beforeEach(async () => {
  listening = await serve(async () => answer, { ...pair });
  session = connect(`https://127.0.0.1:${listening.port}`, {
    rejectUnauthorized: false,
    maxHeaderListPairs: 100_000,
    settings: { maxHeaderListSize: 4 << 20 },
  });
});
afterEach(async () => {
  session.destroy();
  await listening.close(200);
});

async function* pieces() {
  yield "a body";
}

async function answered(given: ServerResponse): Promise<{ headers: IncomingHttpHeaders; text: string }> {
  answer = given;
  const stream = session.request({ ":path": "/" });
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders];
  let text = "";
  for await (const piece of stream) text += String(piece);
  return { headers, text };
}

const BODIES = [["whole", () => "a body"] as const, ["in pieces", pieces] as const];

it.each(BODIES)(
  "over HTTP/2, headers that are sent once have the first of their values (body %s)",
  async (_, body) => {
    const headers = {
      ETag: ["a", "b"],
      "Content-Type": ["a/b", "c/d"],
      Location: ["/a", "/b"],
      Link: ["x", "y"],
      "HTTP2-Settings": "AAMAAABkAAQAAP__",
      TE: "gzip",
      Connection: "close",
    };
    const { headers: sent, text } = await answered({ status: 200, headers, body: body() });
    expect(sent).toMatchObject({ etag: "a", "content-type": "a/b", location: "/a", link: "x, y" });
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(["http2-settings"]));
    expect([sent.te, sent.connection, text]).toEqual([undefined, undefined, "a body"]);
  },
);

it.each([600, 999])("over HTTP/2, the status %d is 500 with its body", async (status) => {
  const { headers, text } = await answered({ status, headers: { "x-a": "b" }, body: pieces() });
  expect([headers[":status"], headers["x-a"], text]).toEqual([500, "b", "a body"]);
});

it.each([204, 205, 304].flatMap((status) => BODIES.map(([name, body]) => ({ status, name, body }))))(
  "over HTTP/2, an answer with status $status has no body, also if one is given ($name)",
  async ({ status, body }) => {
    const headers = { "x-a": "b", "content-length": "6" };
    const sent = await answered({ status, headers, body: body() });
    expect([sent.headers[":status"], sent.headers["x-a"], sent.text]).toEqual([status, "b", ""]);
    expect((await answered({ status: 200, headers: {}, body: "next" })).text).toBe("next");
  },
);

it("over HTTP/2, an answer may have 20,000 headers", async () => {
  const sent = await answered({ status: 200, headers: { a: Array(20_000).fill("b") }, body: "a body" });
  expect([String(sent.headers.a).split(", ").length, sent.text]).toEqual([20_000, "a body"]);
});
