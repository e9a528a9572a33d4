import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type ClientHttp2Session, connect as connectH2 } from "node:http2";
import { type RequestOptions, request as requestH1 } from "node:https";
import { connect as connectTcp } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { newGate } from "../../test/tools/gate.tool.ts";
import type { Handler, ServerRequest, ServerResponse } from "../api/exchange/exchange.ts";
import { StatusError } from "../api/status.ts";
import { createAuthority, issueClient, issueServing, type KeyPair } from "./certificates/issue.ts";
import { type Listening, type ServeOptions, serve } from "./serve.ts";

const now = Date.now();
const running: Listening[] = [];

const ca = await createAuthority({ commonName: "test-ca", now });
const serving = await issueServing(ca, { hosts: ["localhost", "127.0.0.1"], now });
const client = await issueClient(ca, { commonName: "jane", organizations: ["dev", "ops"], now });
const stranger = await issueClient(await createAuthority({ commonName: "other", now }), {
  commonName: "eve",
  organizations: [],
  now,
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(200)));
});

async function start(handler: Handler, options: Partial<ServeOptions> = {}): Promise<Listening> {
  const server = await serve(handler, { ...serving, clientCa: ca.cert, ...options });
  running.push(server);
  return server;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends one HTTP/1.1 request on a new connection. */
async function h1(
  port: number,
  path: string,
  init: RequestOptions & { body?: string } = {},
): Promise<Answer> {
  const { body, ...options } = init;
  const request = requestH1({ host: "127.0.0.1", port, path, ca: ca.cert, agent: false, ...options });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

async function withH2<T>(
  port: number,
  use: (session: ClientHttp2Session) => Promise<T>,
  tls: Partial<KeyPair> = {},
): Promise<T> {
  const session = connectH2(`https://127.0.0.1:${port}`, { ca: ca.cert, ...tls });
  session.on("error", () => {});
  try {
    return await use(session);
  } finally {
    session.destroy();
  }
}

async function h2(
  session: ClientHttp2Session,
  headers: Record<string, string | string[]>,
  body?: string,
): Promise<Answer> {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [head] = (await once(stream, "response")) as [Record<string, string | string[] | undefined>];
  let text = "";
  for await (const piece of stream) text += String(piece);
  return { status: Number(head[":status"]), headers: head, text };
}

const text = (body: string | Uint8Array, status = 200): ServerResponse => ({
  status,
  headers: { "content-type": "text/plain" },
  body,
});

const describeRequest: Handler = async (request) => {
  const body = await request.body(1000);
  const { method, path, rawQuery, protocol, peer, headers } = request;
  return text(
    JSON.stringify({
      method,
      path,
      rawQuery,
      protocol,
      host: headers.host,
      a: request.query.get("a"),
      groups: request.headerValues("impersonate-group"),
      joined: headers["impersonate-group"],
      cn: peer.certificate?.commonName,
      o: peer.certificate?.organizations,
      error: peer.certificateError,
      address: peer.address,
      body: new TextDecoder().decode(body),
    }),
  );
};

it("sends other letters in headers as UTF-8 once, before a text as before bytes", async () => {
  for (const body of ["é", Buffer.from("é")]) {
    const { port } = await start(async () => ({ status: 200, headers: { warning: "é" }, body }));
    const { headers, text } = await h1(port, "/");
    expect([Buffer.from(String(headers.warning), "latin1").toString(), text]).toEqual(["é", "é"]);
  }
});

describe("serve", () => {
  it("serve hands requests of both protocols to one handler in the same form", async () => {
    const { port } = await start(describeRequest);
    const path = "/api/v1/x%2Fy?a=1%202&b";
    const first = JSON.parse(
      (await h1(port, path, { method: "POST", body: "hey", headers: { "Impersonate-Group": ["a", "b,c"] } }))
        .text,
    );
    const second = await withH2(port, async (session) =>
      JSON.parse(
        (await h2(session, { ":method": "POST", ":path": path, "impersonate-group": ["a", "b,c"] }, "hey"))
          .text,
      ),
    );
    const common = {
      method: "POST",
      path: "/api/v1/x%2Fy",
      rawQuery: "a=1%202&b",
      a: "1 2",
      host: `127.0.0.1:${port}`,
      groups: ["a", "b,c"],
      joined: "a, b,c",
      address: "127.0.0.1",
      body: "hey",
    };
    expect(first).toEqual({ ...common, protocol: "HTTP/1.1" });
    expect(second).toEqual({ ...common, protocol: "HTTP/2.0" });
  });

  it("serve takes a great body while the answer before it is still under way", async () => {
    const great = Buffer.alloc(5 << 20, "x");
    const { port } = await start(async (request) => {
      const { byteLength } = await request.body(1 << 20);
      return { status: 200, headers: { "x-length": String(byteLength) }, body: great };
    });
    const socket = connectTls({ port, host: "127.0.0.1", ca: ca.cert });
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    await sleep(100);
    const head = "POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 300000\r\n\r\n";
    // Several records of TLS at once.
    socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(300_000)]));
    await sleep(100);
    let all = "";
    for await (const piece of socket) all += String(piece).replaceAll("x".repeat(100), "");
    expect([...all.matchAll(/200 OK|x-length: \d+/g)].map(([found]) => found)).toEqual([
      "200 OK",
      "x-length: 0",
      "200 OK",
      "x-length: 300000",
    ]);
  });

  it("serve distinguishes a trusted client certificate from one that no authority signed", async () => {
    const { port } = await start(describeRequest);
    const known = JSON.parse((await h1(port, "/", { ...client })).text);
    const unknown = JSON.parse((await h1(port, "/", { ...stranger })).text);
    const overH2 = await withH2(port, async (s) => JSON.parse((await h2(s, { ":path": "/" })).text), client);
    expect(known).toMatchObject({ cn: "jane", o: ["dev", "ops"] });
    expect(overH2).toMatchObject({ cn: "jane", o: ["dev", "ops"] });
    expect(unknown.error).toBeTypeOf("string");
    expect(unknown.cn).toBeUndefined();
  });

  it("serve takes certificates of new authorities when it is told of them", async () => {
    const { cert: proxyCa } = await createAuthority({ commonName: "proxies", now: Date.now() });
    const server = await serve(describeRequest, { ...serving, clientCa: ca.cert, proxyCa });
    running.push(server);
    const authority = await createAuthority({ commonName: "new", now: Date.now() });
    const newer = await issueClient(authority, { commonName: "joe", organizations: [], now: Date.now() });
    const ask = async () => JSON.parse((await h1(server.port, "/", { ...newer })).text);
    expect((await ask()).error).toBeTypeOf("string");
    server.setClientCa(`${ca.cert}\n${authority.cert}`);
    expect((await ask()).cn).toBe("joe");
  });

  it("serve asks for no client certificate when there is no authority for them", async () => {
    const server = await serve(describeRequest, { ...serving });
    running.push(server);
    expect(JSON.parse((await h1(server.port, "/", { ...stranger })).text).error).toBeUndefined();
  });

  it("serve answers 500 when the handler throws", async () => {
    const seen: unknown[] = [];
    const { port } = await start(() => Promise.reject(new Error("boom")), {
      onError: (error) => seen.push(error),
    });
    const answer = await h1(port, "/");
    expect(answer).toMatchObject({
      status: 500,
      text: "This request caused apiserver to panic. Look in the logs for details.\n",
    });
    expect(seen).toEqual([new Error("boom")]);
  });

  const unsendable: [string, ServerResponse][] = [
    ["a status out of range", { status: 1000, headers: {}, body: "x" }],
    ["headers that are none", { status: 200, headers: { a: {} as string }, body: "x" }],
    ["a stream that cannot be begun", { status: 200, headers: {}, body: endless("begin") }],
  ];
  function endless(throwsAt: "begin" | "next" | "return"): AsyncIterable<string> {
    const thrower = (here: string): void => {
      if (here === throwsAt) throw new Error(`no ${here}`);
    };
    return {
      [Symbol.asyncIterator]() {
        thrower("begin");
        return {
          next() {
            thrower("next");
            return Promise.resolve({ value: "x".repeat(1 << 20), done: false });
          },
          return() {
            thrower("return");
            return Promise.resolve({ value: undefined, done: true });
          },
        };
      },
    };
  }

  it.each(unsendable)("serve ends this exchange, and no other, with %s", async (_name, response) => {
    const seen: string[] = [];
    const { port } = await start(async ({ path }) => (path === "/bad" ? response : text("fine")), {
      onError: (_error, { path }) => seen.push(path),
    });
    const refused = (asked: Promise<Answer>) => asked.then(({ status }) => status).catch(() => "broken off");
    expect(await refused(h1(port, "/bad"))).toSatisfy((end) => end === 500 || end === "broken off");
    expect((await h1(port, "/")).text).toBe("fine");
    await withH2(port, async (session) => {
      expect(await refused(h2(session, { ":path": "/bad" }))).toSatisfy(
        (end) => end === 500 || end === "broken off",
      );
      expect((await h2(session, { ":path": "/" })).text).toBe("fine");
    });
    expect(seen).toEqual(["/bad", "/bad"]);
  });

  it.each(["next", "return"] as const)("serve outlives a stream whose `%s` throws", async (at) => {
    const { port } = await start(async ({ path }) =>
      path === "/bad" ? { status: 200, headers: {}, body: endless(at) } : text("fine"),
    );
    const stream = requestH1({ host: "127.0.0.1", port, path: "/bad", ca: ca.cert, agent: false });
    stream.on("error", () => {}).end();
    const [response] = (await once(stream, "response")) as [IncomingMessage];
    response.on("error", () => {});
    stream.destroy();
    await withH2(port, async (session) => {
      const left = session.request({ ":path": "/bad" });
      left.on("error", () => {});
      await once(left, "response");
      left.close();
      expect((await h2(session, { ":path": "/" })).text).toBe("fine");
    });
    expect((await h1(port, "/")).text).toBe("fine");
  });

  it("serve continues when the log of errors fails", async () => {
    const onError = () => {
      throw new Error("the log is full");
    };
    const { port } = await start(() => Promise.reject(new Error("boom")), { onError });
    expect((await h1(port, "/")).status).toBe(500);
    expect((await withH2(port, (session) => h2(session, { ":path": "/" }))).status).toBe(500);
  });

  it("serve sends header values as UTF-8, and nothing in them that could end the header", async () => {
    const warning = ['299 - "h\u00e9, 5\u20ac, \u{1f600}"', "a\r\nset-cookie: b\u0000\u007f"];
    const { port } = await start(async () => ({ status: 200, headers: { warning }, body: "" }));
    const bytes = Buffer.from('299 - "h\u00e9, 5\u20ac, \u{1f600}", a  set-cookie: b').toString("latin1");
    expect((await h1(port, "/")).headers).toMatchObject({ warning: bytes });
    const answer = await withH2(port, (session) => h2(session, { ":path": "/" }));
    expect(answer.headers.warning).toBe(bytes);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("serve refuses bodies over the limit, announced or not, and still lets the client read why", async () => {
    const { port } = await start(async (request) => {
      try {
        await request.body(1000);
        return text("taken");
      } catch (error) {
        return error instanceof StatusError ? text(error.message, error.code) : text(String(error), 400);
      }
    });
    const body = "x".repeat(300_000);
    const refused = { status: 413, text: "Request entity too large: limit is 1000" };
    expect(
      await h1(port, "/", { method: "POST", body, headers: { "content-length": body.length } }),
    ).toMatchObject(refused);
    expect(
      await h1(port, "/", { method: "POST", body, headers: { "transfer-encoding": "chunked" } }),
    ).toMatchObject(refused);
    expect(await withH2(port, (s) => h2(s, { ":method": "POST", ":path": "/" }, body))).toMatchObject(
      refused,
    );
  });

  it.each(["http/1.1", "h2"])(
    "serve does not take a body cut short for a whole one (%s)",
    async (protocol) => {
      let outcome: ((value: unknown) => void) | undefined;
      const seen = new Promise((resolve) => {
        outcome = resolve;
      });
      const arrived = newGate();
      const { port } = await start(async (request) => {
        request.body(1e6).then(outcome, outcome);
        arrived.open();
        return new Promise(() => {});
      });
      if (protocol === "h2") {
        await withH2(port, async (session) => {
          const stream = session.request({ ":method": "POST", ":path": "/" });
          stream.on("error", () => {});
          stream.write("half");
          await arrived.opened;
          stream.destroy(new Error("changed my mind"));
          expect(await seen).toEqual(new Error("unexpected EOF"));
        });
      } else {
        const socket = connectTls({ port, host: "127.0.0.1", ca: ca.cert });
        socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf");
        await arrived.opened;
        socket.destroy();
        expect(await seen).toEqual(new Error("unexpected EOF"));
      }
    },
  );

  it("serve invites a body only when the handler wants it", async () => {
    const { port } = await start(async (request) => {
      if (request.path === "/no") return text("no", 403);
      return text(new TextDecoder().decode(await request.body(100)));
    });
    const ask = async (path: string) => {
      const socket = connectTls({ port, host: "127.0.0.1", ca: ca.cert });
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n`);
      const [first] = (await once(socket, "data")) as [Buffer];
      let all = first.toString();
      if (all.startsWith("HTTP/1.1 100")) {
        socket.write("hi");
        while (!all.endsWith("hi")) all += String((await once(socket, "data"))[0]);
      }
      socket.destroy();
      return all;
    };
    expect(await ask("/no")).toMatch(/^HTTP\/1.1 403 [\s\S]*Connection: close/);
    expect(await ask("/yes")).toMatch(/^HTTP\/1.1 100 Continue[\s\S]*HTTP\/1.1 200 OK[\s\S]*hi$/);
  });

  it("serve treats a request for an upgrade as an ordinary one", async () => {
    const { port } = await start(async (request) => text(request.headers.upgrade ?? "none", 400));
    const answer = await h1(port, "/", { headers: { Connection: "Upgrade", Upgrade: "SPDY/3.1" } });
    expect(answer).toMatchObject({ status: 400, text: "SPDY/3.1" });
  });

  it("serve sends the length but no body to HEAD", async () => {
    const { port } = await start(async () => text("four"));
    expect(await h1(port, "/", { method: "HEAD" })).toMatchObject({
      text: "",
      headers: { "content-length": "4" },
    });
    const over2 = await withH2(port, (s) => h2(s, { ":method": "HEAD", ":path": "/" }));
    expect(over2).toMatchObject({ text: "", headers: { "content-length": "4" } });
  });

  it.each(["http/1.1", "h2"])(
    "serve sends the head of a stream at once and its pieces as they come (%s)",
    async (protocol) => {
      const headRead = newGate();
      async function* pieces() {
        await headRead.opened;
        yield "one\n";
        yield new TextEncoder().encode("two\n");
      }
      const { port } = await start(async () => ({
        status: 200,
        headers: { "content-type": "text/plain" },
        body: pieces(),
      }));
      const read = async (stream: AsyncIterable<unknown>) => {
        let all = "";
        headRead.open();
        for await (const piece of stream) all += String(piece);
        return all;
      };
      if (protocol === "h2") {
        await withH2(port, async (session) => {
          const stream = session.request({ ":path": "/" });
          await once(stream, "response");
          expect(await read(stream)).toBe("one\ntwo\n");
        });
      } else {
        const request = requestH1({ host: "127.0.0.1", port, ca: ca.cert, agent: false }).end();
        const [response] = (await once(request, "response")) as [IncomingMessage];
        expect(await read(response)).toBe("one\ntwo\n");
      }
    },
  );

  it.each(["http/1.1", "h2"])(
    "serve reads no more from a stream than a slow client takes, and ends it when the client leaves (%s)",
    async (protocol) => {
      let made = 0;
      let returned = false;
      let signal: AbortSignal | undefined;
      async function* endless() {
        try {
          for (;;) {
            made++;
            yield "x".repeat(100_000);
          }
        } finally {
          returned = true;
        }
      }
      const { port } = await start(async (request) => {
        signal = request.signal;
        return { status: 200, headers: {}, body: endless() };
      });
      if (protocol === "h2") {
        await withH2(port, async (session) => {
          const stream = session.request({ ":path": "/" });
          stream.on("error", () => {});
          await once(stream, "response");
          await sleep(300);
        });
      } else {
        const socket = connectTls({ port, host: "127.0.0.1", ca: ca.cert });
        socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
        await once(socket, "readable");
        await sleep(300);
        socket.destroy();
      }
      const before = made;
      await expect.poll(() => returned).toBe(true);
      expect(before).toBeLessThan(200);
      await expect.poll(() => signal?.aborted).toBe(true);
    },
  );

  it("serve leaves the signal alone when the answer got through", async () => {
    let signal: AbortSignal | undefined;
    const { port } = await start(async (request) => {
      signal = request.signal;
      return text("fine");
    });
    await h1(port, "/");
    await withH2(port, (s) => h2(s, { ":path": "/" }));
    await sleep(20);
    expect(signal?.aborted).toBe(false);
  });

  it("serve breaks a stream off when its source fails", async () => {
    async function* failing() {
      yield "part";
      throw new Error("lost");
    }
    const seen: unknown[] = [];
    const { port } = await start(async () => ({ status: 200, headers: {}, body: failing() }), {
      onError: (e) => seen.push(e),
    });
    await expect(h1(port, "/")).rejects.toThrow();
    await expect(withH2(port, (s) => h2(s, { ":path": "/" }))).rejects.toThrow();
    expect(seen).toEqual([new Error("lost"), new Error("lost")]);
  });

  it("serve takes a new certificate without a restart", async () => {
    const server = await start(async () => text("ok"));
    const cert = async () => {
      const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: ca.cert });
      await once(socket, "secureConnect");
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      return fingerprint256;
    };
    const before = await cert();
    server.setCertificate(await issueServing(ca, { hosts: ["127.0.0.1"], now }));
    expect(await cert()).not.toBe(before);
  });

  it.each([
    ["", "HTTP/1.1 400 Bad Request: missing required Host header"],
    ["Host: a\r\nHost: a\r\n", "HTTP/1.1 400 Bad Request"],
    ["Host: a b\r\n", "HTTP/1.1 400 Bad Request: malformed Host header"],
    ["Host: a\r\nExpect: 200-ok\r\n", "HTTP/1.1 417 Expectation Failed"],
    ["Host: [::1]:6443\r\n", "HTTP/1.1 200 OK"],
    ["Host:\r\n", "HTTP/1.1 200 OK"],
  ])("serve answers a head with %j as Go does: %s", async (headers, expected) => {
    const { port } = await start(async () => text("ok"));
    const socket = connectTls({ port, host: "127.0.0.1", ca: ca.cert, ALPNProtocols: ["http/1.1"] });
    socket.write(`GET / HTTP/1.1\r\n${headers}\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(String(answer).split("\r\n")[0]).toBe(expected);
    socket.destroy();
  });

  it("serve survives clients that speak no TLS or break it off", async () => {
    const { port } = await start(async () => text("ok"));
    const socket = connectTcp({ port, host: "127.0.0.1" });
    socket.on("error", () => {}).resume();
    socket.write("GET / HTTP/1.1\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve));
    expect((await h1(port, "/")).text).toBe("ok");
  });

  it.each(["http/1.1", "h2"])(
    "close lets requests under way finish, ends streams and then lets go (%s)",
    async (protocol) => {
      const [late, asked, watched] = [newGate(), newGate(), newGate()];
      async function* watch(request: ServerRequest) {
        yield "event";
        watched.open();
        await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      }
      const server = await start(async (request) => {
        if (request.path === "/watch") return { status: 200, headers: {}, body: watch(request) };
        asked.open();
        await late.opened;
        return text("late");
      });
      const run = async (ask: (path: string) => Promise<Answer>) => {
        const slow = ask("/slow");
        const watching = ask("/watch");
        await Promise.all([asked.opened, watched.opened]);
        const closed = server.close(60_000);
        expect((await watching).text).toBe("event");
        late.open();
        expect((await slow).text).toBe("late");
        await closed;
        await expect(h1(server.port, "/")).rejects.toThrow("ECONNREFUSED");
      };
      if (protocol === "h2")
        await withH2(server.port, (session) => run((path) => h2(session, { ":path": path })));
      else await run((path) => h1(server.port, path));
    },
  );

  it.each(["http/1.1", "h2"])("close lets an answer on its way be read to its end (%s)", async (protocol) => {
    const great = Buffer.alloc(20 << 20, "x");
    const answered = newGate();
    const server = await start(async () => {
      setImmediate(answered.open);
      return text(great);
    });
    const run = async (stream: Readable, asked: () => void) => {
      asked();
      await answered.opened;
      const closed = server.close(60_000);
      let length = 0;
      for await (const piece of stream) length += Buffer.from(piece).length;
      await closed;
      expect(length).toBeGreaterThanOrEqual(great.length);
    };
    if (protocol === "h2")
      await withH2(server.port, (session) => run(session.request({ ":path": "/" }), () => {}));
    else {
      const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: ca.cert });
      await run(socket, () => void socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
    }
  });

  it("close answers the first request of a new connection, and closes one that sends none", async () => {
    const server = await start(async () => text("fine"));
    const dial = async () => {
      const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: ca.cert });
      await once(socket, "secureConnect");
      return socket;
    };
    const [asks, silent] = [await dial(), await dial()];
    silent.resume();
    const closed = server.close(60_000);
    asks.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(String((await once(asks, "data"))[0])).toContain("200 OK");
    await closed;
  });

  it("close breaks off what does not finish in time", async () => {
    const arrived = newGate();
    const server = await start(() => {
      arrived.open();
      return new Promise(() => {});
    });
    const hanging = h1(server.port, "/").catch((error: unknown) => error);
    await arrived.opened;
    await server.close(50);
    expect(await hanging).toBeInstanceOf(Error);
  });
});

describe("flags of connections", () => {
  const fine: Handler = async () => ({ status: 200, headers: {}, body: "fine" });

  it("a connection of HTTP/2 ends after an answer with the chance that is asked for", async () => {
    const { port } = await start(fine, { goawayChance: 1 });
    await withH2(port, async (session) => {
      const goaway = once(session, "goaway");
      expect(await h2(session, { ":path": "/" })).toMatchObject({ status: 200, text: "fine" });
      expect((await goaway)[0]).toBe(0);
      await once(session, "close");
    });
    expect(await h1(port, "/")).toMatchObject({ status: 200 });
  });

  it("what is under way on such a connection is answered", async () => {
    const gate = newGate();
    const handler: Handler = async ({ path }) => {
      if (path === "/slow") await gate.opened;
      return fine({} as ServerRequest);
    };
    const { port } = await start(handler, { goawayChance: 1 });
    await withH2(port, async (session) => {
      const slow = h2(session, { ":path": "/slow" });
      await h2(session, { ":path": "/quick" });
      await once(session, "goaway");
      gate.open();
      expect(await slow).toMatchObject({ status: 200, text: "fine" });
    });
  });

  it("without HTTP/2 there is HTTP/1.1", async () => {
    const { port } = await start(fine, { http2: false });
    const socket = connectTls({ port, host: "127.0.0.1", ca: ca.cert, ALPNProtocols: ["h2", "http/1.1"] });
    await once(socket, "secureConnect");
    expect(socket.alpnProtocol).toBe("http/1.1");
    socket.destroy();
  });

  it("only connections of the versions and suites that are asked for are accepted, also with a new certificate", async () => {
    const server = await start(fine, { tls: { minVersion: "TLSv1.3", ecdhCurve: "P-384" } });
    const negotiated = async (options: object) => {
      const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: ca.cert, ...options });
      try {
        await once(socket, "secureConnect");
        return socket.getProtocol();
      } catch {
        return "refused";
      } finally {
        socket.destroy();
      }
    };
    const seen = () =>
      Promise.all([
        negotiated({}),
        negotiated({ maxVersion: "TLSv1.2" }),
        negotiated({ ecdhCurve: "P-256" }),
      ]);
    expect(await seen()).toEqual(["TLSv1.3", "refused", "refused"]);
    server.setCertificate(serving);
    expect(await seen()).toEqual(["TLSv1.3", "refused", "refused"]);
  });
});
