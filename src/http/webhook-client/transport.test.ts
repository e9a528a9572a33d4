import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { once } from "node:events";
import { createServer as createTcp, type Server, type Socket } from "node:net";
import { createServer as createTls, type TLSSocket, type TlsOptions } from "node:tls";
import { gzipSync } from "node:zlib";
import * as x509 from "@peculiar/x509";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { newGate } from "../../../test/tools/gate.tool.ts";
import type { WebhookClientConfig } from "../../api/webhook-client-config.ts";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../certificates/issue.ts";
import type { WebhookAnswer } from "./answer.ts";
import {
  createWebhookTransport,
  type WebhookTransport,
  type WebhookTransportOptions,
  type WebhookUse,
} from "./transport.ts";

const HOUR = 3_600_000;
const now = Date.now();
const servers: Server[] = [];
const open = new Set<Socket>();

const ca = await createAuthority({ commonName: "test CA", now });
const serving = await issueServing(ca, { hosts: ["localhost", "127.0.0.1", "hook.ns.svc"], now });
const transport = createWebhookTransport();
afterEach(() => {
  for (const socket of open) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => transport.close());

/** Starts a server on a free port that handles each connection with the given function. */
async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const tcp = (talk: (socket: Socket) => void): Promise<number> => listen(createTcp(talk));

function tls(talk: (socket: TLSSocket) => void, options: TlsOptions = {}): Promise<number> {
  const server = createTls({ ...serving, ...options }, (socket) => {
    socket.on("error", () => {});
    talk(socket);
  });
  server.on("tlsClientError", () => {});
  return listen(server);
}

/** Reads one whole request, then passes it on. */
function onRequest(socket: Socket, talk: (request: string) => void): void {
  let seen = "";
  socket.on("data", (chunk: Buffer) => {
    seen += chunk.toString("latin1");
    const head = seen.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? 0);
    if (head < 0 || seen.length < head + 4 + length) return;
    const request = seen;
    seen = "";
    talk(request);
  });
}

const ok = (headers: string, body = ""): string => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`;
const FINE = ok("Content-Length: 2", "{}");
const moved = (status: number, location: string): string =>
  `HTTP/1.1 ${status} X\r\nLocation: ${location}\r\nContent-Length: 2\r\n\r\n{}`;

/** Sends these bytes in response to every request and closes the connection. */
const says = (answer: string | Buffer): Promise<number> =>
  tls((socket) => onRequest(socket, () => socket.end(answer)));

interface Ask {
  readonly config?: Partial<WebhookClientConfig>;
  readonly timeoutMs?: number;
  readonly host?: string;
  readonly signal?: AbortSignal;
  readonly by?: WebhookTransport;
  readonly use?: WebhookUse;
}

function ask(
  port: number,
  { config = {}, timeoutMs = 30_000, host = "127.0.0.1", signal, by = transport, use }: Ask = {},
): Promise<WebhookAnswer> {
  const client = by.prepare({ url: `https://${host}:${port}/x`, caBundle: ca.cert, ...config }, use);
  return client.post("{}", {
    deadline: performance.now() + timeoutMs,
    timeoutParam: "10s",
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The message with its ports replaced. */
async function complaint(port: number, options: Ask = {}): Promise<string> {
  const answer = await ask(port, options);
  if (answer.kind === "answer") return `answer ${answer.status} ${answer.body.toString()}`;
  return answer.message.replaceAll(String(port), "PORT").replace(/(127\.0\.0\.1:)\d+(->)/, "$1EPHEMERAL$2");
}

const POST = 'Post "https://127.0.0.1:PORT/x?timeout=10s": ';
const BROKEN = `${POST}net/http: HTTP/1.x transport connection broken: `;
const BODY = "unexpected error when reading response body. Please retry. Original error: ";
const RESET = "read tcp 127.0.0.1:EPHEMERAL->127.0.0.1:PORT: read: connection reset";
const VERIFY = `${POST}tls: failed to verify certificate: x509: `;

async function with1<T>(
  options: WebhookTransportOptions,
  use: (transport: WebhookTransport) => Promise<T>,
): Promise<T> {
  const own = createWebhookTransport(options);
  try {
    return await use(own);
  } finally {
    await own.close();
  }
}

describe("post", () => {
  it("post sends what the reference sends and returns what came", async () => {
    let seen = "";
    const port = await tls((socket) =>
      onRequest(socket, (request) => {
        seen = request;
        socket.write(
          "HTTP/1.1 201 Created\r\nContent-Type: application/json; x=y\r\nContent-Length: 4\r\n\r\nyes!",
        );
      }),
    );
    const answer = await ask(port);
    expect(answer).toMatchObject({ kind: "answer", status: 201, contentType: "application/json; x=y" });
    expect(answer.kind === "answer" && answer.body.toString()).toBe("yes!");
    expect(seen.split("\r\n")).toEqual([
      "POST /x?timeout=10s HTTP/1.1",
      `host: 127.0.0.1:${port}`,
      "connection: keep-alive",
      "user-agent: kube-apiserver-admission",
      "accept: application/json, */*",
      "accept-encoding: gzip",
      "content-type: application/json",
      "content-length: 2",
      "",
      "{}",
    ]);
  });

  it("post keeps its connections", async () => {
    let connections = 0;
    const port = await tls((socket) => {
      connections++;
      onRequest(socket, () => socket.write(FINE));
    });
    for (let i = 0; i < 3; i++) expect(await complaint(port)).toBe("answer 200 {}");
    expect(connections).toBeLessThan(3);
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "post verifies each connection: none resumes the session of another (%s)",
    async (version) => {
      const resumed: boolean[] = [];
      const port = await tls(
        (socket) => {
          resumed.push(socket.isSessionReused());
          onRequest(socket, () => socket.end(FINE));
        },
        { minVersion: version, maxVersion: version },
      );
      for (let i = 0; i < 4; i++) {
        expect(await complaint(port)).toBe("answer 200 {}");
        await expect.poll(() => open.size).toBe(0);
      }
      expect(resumed).toEqual([false, false, false, false]);
    },
  );

  it("post reaches a service where it is said to be, under its own name", async () => {
    let seen = "";
    let sni: string | false | null = null;
    const port = await tls((socket) => {
      sni = socket.servername;
      onRequest(socket, (request) => {
        seen = request;
        socket.end(FINE);
      });
    });
    await with1(
      { resolveService: ({ port: wanted }) => (wanted === 443 ? `127.0.0.1:${port}` : "") },
      async (own) => {
        const client = own.prepare({
          service: { namespace: "ns", name: "hook", path: "/a//b/" },
          caBundle: ca.cert,
        });
        expect(client.url).toBe("https://hook.ns.svc:443/a/b");
        expect(
          await client.post("{}", { deadline: performance.now() + 30_000, timeoutParam: "10s" }),
        ).toMatchObject({ status: 200 });
      },
    );
    expect(sni).toBe("hook.ns.svc");
    expect(seen).toContain("POST /a/b?timeout=10s HTTP/1.1\r\nhost: hook.ns.svc:443\r\n");
  });

  it("post reports why a service cannot be reached", async () => {
    const resolveService = () => Promise.reject(new Error('service "hook" not found'));
    await with1({ resolveService }, async (own) => {
      const client = own.prepare({
        service: { namespace: "ns", name: "hook", port: 8443 },
        caBundle: ca.cert,
      });
      expect(
        await client.post("{}", { deadline: performance.now() + 30_000, timeoutParam: "10s" }),
      ).toMatchObject({
        kind: "error",
        stage: "call",
        code: 503,
        message: 'Post "https://hook.ns.svc:8443/?timeout=10s": service "hook" not found',
      });
    });
  });

  it("post unpacks gzip", async () => {
    const body = gzipSync("packed");
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await complaint(await says(Buffer.concat([Buffer.from(head), body])))).toBe("answer 200 packed");
  });

  it("post refuses an answer that is too big", async () => {
    const port = await says(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(3000)}`);
    const answer = await complaint(port, { use: { name: "small", maxBody: 1000 } });
    expect(answer).toBe(`${BODY}http: response body too large`);
  });

  it.each<[string, string, string]>([
    ["nothing", "", `${POST}EOF`],
    [
      "half a head",
      "HTTP/1.1 200 OK\r\nContent-",
      `${BROKEN}malformed MIME header: missing colon: "Content-"`,
    ],
    ["half a status line", "HTTP/1.1 2", `${BROKEN}malformed HTTP status code "2"`],
    ["two bytes", "HT", `${BROKEN}malformed HTTP response "HT"`],
    ["garbage", "garbage\r\n\r\n", `${BROKEN}malformed HTTP response "garbage"`],
    ["garbage without an end", "garbage", `${BROKEN}malformed HTTP response "garbage"`],
    ["garbage of three words", "foo bar baz\r\n\r\n", `${BROKEN}malformed HTTP status code "bar"`],
    ["a status of letters", "HTTP/1.1 abc OK\r\n\r\n", `${BROKEN}malformed HTTP status code "abc"`],
    ["a short status", "HTTP/1.1 20 OK\r\n\r\n", `${BROKEN}malformed HTTP status code "20"`],
    ["no status", "HTTP/1.1\r\n\r\n", `${BROKEN}malformed HTTP response "HTTP/1.1"`],
    ["no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}", "answer 200 {}"],
    [
      "HTTP/2 in words",
      "HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\n{}",
      `${BROKEN}malformed HTTP version "HTTP/2"`,
    ],
    ["another protocol", "ICY 200 OK\r\n\r\nhi", `${BROKEN}malformed HTTP version "ICY"`],
    ["a header without colon", ok("foo bar"), `${BROKEN}malformed MIME header: missing colon: "foo bar"`],
    ["a header without name", ok(": x"), `${BROKEN}malformed MIME header line: ": x"`],
    ["a length of letters", ok("Content-Length: abc"), `${BROKEN}bad Content-Length "abc"`],
    ["a negative length", ok("Content-Length: -1"), `${BROKEN}bad Content-Length "-1"`],
    [
      "two lengths",
      ok("Content-Length: 2\r\nContent-Length: 3", "{}}"),
      `${BROKEN}http: message cannot contain multiple Content-Length headers; got ["2" "3"]`,
    ],
    ["too little body", ok("Content-Length: 10", "{}"), `${BODY}unexpected EOF`],
    ["a body behind 204", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}", "answer 204 "],
    ["no body behind 204", "HTTP/1.1 204 No Content\r\n\r\n", "answer 204 "],
    ["too much body", ok("Content-Length: 2", "{}{}{}"), "answer 200 {}"],
    ["a chunk cut short", ok("Transfer-Encoding: chunked", "5\r\nhe"), `${BODY}unexpected EOF`],
    ["no chunk at all", ok("Transfer-Encoding: chunked"), `${BODY}unexpected EOF`],
    [
      "no number of a chunk",
      ok("Transfer-Encoding: chunked", "xyz\r\n"),
      `${BODY}invalid byte in chunk length`,
    ],
    [
      "a chunk too long",
      ok("Transfer-Encoding: chunked", "2\r\nhello\r\n0\r\n\r\n"),
      `${BODY}malformed chunked encoding`,
    ],
    ["HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\n{}", "answer 200 {}"],
    ["a body until the end", "HTTP/1.1 200 OK\r\n\r\n{}", "answer 200 {}"],
    [
      "no gzip",
      ok("Content-Encoding: gzip\r\nContent-Length: 20", "hellohellohellohello"),
      `${BODY}gzip: invalid header`,
    ],
    ["short gzip", ok("Content-Encoding: gzip\r\nContent-Length: 5", "hello"), `${BODY}unexpected EOF`],
    ["another encoding", ok("Content-Encoding: deflate\r\nContent-Length: 5", "hello"), "answer 200 hello"],
    ["only a promise", "HTTP/1.1 100 Continue\r\n\r\n", `${BROKEN}unexpected EOF`],
    [
      "promises kept",
      `${"HTTP/1.1 100 Continue\r\nA: b\r\n\r\n".repeat(3)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`,
      "answer 200 {}",
    ],
    [
      "a length without end",
      ok("Content-Length: 99999999999999999999", "{}"),
      `${BROKEN}bad Content-Length "99999999999999999999"`,
    ],
    [
      "a promise kept",
      "HTTP/1.1 102 P\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "answer 200 {}",
    ],
    ["no content", "HTTP/1.1 204 No Content\r\n\r\n", "answer 204 "],
    [
      "a redirect to nowhere",
      "HTTP/1.1 307 X\r\nContent-Length: 2\r\n\r\n{}",
      "the server responded with the status code 307 but did not return more information",
    ],
    [
      "a redirect to a closed port",
      moved(307, "https://127.0.0.1:1/x"),
      'Post "https://127.0.0.1:1/x": dial tcp 127.0.0.1:1: connect: connection refused',
    ],
    [
      "a relative redirect",
      moved(302, "//127.0.0.1:1/x?y=z#f"),
      'Post "https://127.0.0.1:1/x?y=z#f": dial tcp 127.0.0.1:1: connect: connection refused',
    ],
    [
      "a redirect to plain HTTP",
      moved(301, "http://127.0.0.1:1/x"),
      'Post "http://127.0.0.1:1/x": dial tcp 127.0.0.1:1: connect: connection refused',
    ],
    ["redirects without end", moved(302, "/loop"), 'Post "/loop": stopped after 10 redirects'],
    [
      "a redirect to another scheme",
      moved(301, "ftp://127.0.0.1/x"),
      'Post "ftp://127.0.0.1/x": unsupported protocol scheme "ftp"',
    ],
    ["a redirect without host", moved(301, "https:///x"), 'Post "https:///x": http: no Host in request URL'],
    [
      "a redirect that is no URL",
      moved(301, "://x"),
      `${POST}failed to parse Location header "://x": parse "://x": missing protocol scheme`,
    ],
  ])("post says what Go says about a server that answers %s", async (_name, answer, expected) => {
    expect(await complaint(await says(answer))).toBe(expected);
  });

  it("post says what Go says about a head without end", async () => {
    const port = await says(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(11 << 20)}\r\n\r\n`);
    expect(await complaint(port)).toBe(
      `${BROKEN}net/http: server response headers exceeded 10485760 bytes; aborted`,
    );
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ["hangs up", (socket) => socket.destroy(), `${POST}EOF`],
    [
      "resets at once",
      (socket) => socket.resetAndDestroy(),
      `${POST}read tcp 127.0.0.1:EPHEMERAL->127.0.0.1:PORT: read: connection reset by peer`,
    ],
    [
      "resets on hello",
      (socket) => socket.once("data", () => socket.resetAndDestroy()),
      `${POST}read tcp 127.0.0.1:EPHEMERAL->127.0.0.1:PORT: read: connection reset by peer`,
    ],
    [
      "speaks HTTP",
      (socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad\r\n\r\n")),
      `${POST}http: server gave HTTP response to HTTPS client`,
    ],
    [
      "speaks something",
      (socket) => socket.once("data", () => socket.end("hello there\r\n")),
      `${POST}tls: first record does not look like a TLS handshake`,
    ],
    [
      "greets first",
      (socket) => socket.end("hello there\r\n"),
      `${POST}tls: first record does not look like a TLS handshake`,
    ],
    ["says three bytes", (socket) => socket.once("data", () => socket.end("hel")), `${POST}unexpected EOF`],
    [
      "sends a huge record",
      (socket) => socket.once("data", () => socket.end(Buffer.from("160301ffff", "hex"))),
      `${POST}tls: oversized record received with length 65535`,
    ],
    [
      "alerts",
      (socket) => socket.once("data", () => socket.end(Buffer.from("15030300020228", "hex"))),
      `${POST}remote error: tls: handshake failure`,
    ],
    [
      "knows no such name",
      (socket) => socket.once("data", () => socket.end(Buffer.from("15030300020270", "hex"))),
      `${POST}remote error: tls: unrecognized name`,
    ],
  ])("post says what Go says about a server without TLS that %s", async (_name, talk, expected) => {
    const message = await complaint(await tcp(talk));
    // The reset can arrive so early that dialling fails instead.
    expect(message.replace(/dial tcp 127.0.0.1:PORT: connect: connection reset/, RESET)).toBe(expected);
  });

  it.each<[string, TlsOptions, string]>([
    [
      "too old",
      { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" },
      `${POST}remote error: tls: protocol version not supported`,
    ],
    [
      "that wants a certificate (1.2)",
      { requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" },
      `${POST}remote error: tls: handshake failure`,
    ],
    [
      "that wants a certificate (1.3)",
      { requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.3" },
      `${POST}remote error: tls: certificate required`,
    ],
  ])("post says what Go says about TLS %s", async (_name, options, expected) => {
    expect(await complaint(await tls(() => {}, options))).toBe(expected);
  });

  it("post says what Go says about resets after the request and in the body", async () => {
    const raw = new Map<number | undefined, Socket>();
    const server = createTls(serving, (socket) => {
      socket.on("error", () => {});
      onRequest(socket, (request) => {
        if (request.startsWith("POST /x ")) return;
        const below = raw.get(socket.remotePort);
        below?.resetAndDestroy();
      });
    });
    server.on("connection", (socket: Socket) => raw.set(socket.remotePort, socket));
    const port = await listen(server);
    const message = await complaint(port);
    expect([
      `${POST}read tcp 127.0.0.1:EPHEMERAL->127.0.0.1:PORT: read: connection reset by peer`,
      `${POST}EOF`,
    ]).toContain(message);
  });

  it("post says what Go says about ports and names that do not answer", async () => {
    const port = await tcp(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await complaint(port)).toBe(`${POST}dial tcp 127.0.0.1:PORT: connect: connection refused`);
    const unknown = await complaint(port, { host: "nosuchhost.invalid", timeoutMs: 4000 });
    expect(unknown).toMatch(
      /^Post "https:\/\/nosuchhost\.invalid:PORT\/x\?timeout=10s": (dial tcp: lookup nosuchhost\.invalid on \S+:53: (no such host|server misbehaving)|context deadline exceeded)$/,
    );
  });

  it("post ends at its deadline, wherever the call is", async () => {
    const silent = await tcp(() => {});
    const mute = await tls((socket) => onRequest(socket, () => {}));
    const slow = await tls((socket) => onRequest(socket, () => socket.write(ok("Content-Length: 10", "{}"))));
    const options = { timeoutMs: 200 };
    expect(await ask(mute, options)).toMatchObject({
      kind: "error",
      code: 503,
      timedOut: true,
      canceled: false,
    });
    expect(await complaint(mute, options)).toBe(`${POST}context deadline exceeded`);
    expect(await complaint(silent, options)).toBe(`${POST}context deadline exceeded`);
    // On a busy machine the time can be over before the head has arrived.
    let tries = 0;
    await expect
      .poll(() => complaint(slow, { timeoutMs: 200 * 2 ** tries++ }))
      .toBe(`${BODY}context deadline exceeded`);
    expect(await complaint(slow, { timeoutMs: -1 })).toBe(`${POST}context deadline exceeded`);
  });

  it("post ends when its caller leaves, and tells the server by hanging up", async () => {
    const leave = new AbortController();
    const hungUp = newGate();
    const port = await tls((socket) => socket.on("data", () => leave.abort()).on("close", hungUp.open));
    expect(await ask(port, { signal: leave.signal })).toMatchObject({
      message: `Post "https://127.0.0.1:${port}/x?timeout=10s": context canceled`,
      canceled: true,
      timedOut: false,
    });
    await hungUp.opened;
  });

  it("post waits as Retry-After says and asks again, ten times at most", async () => {
    let calls = 0;
    const port = await tls((socket) =>
      onRequest(socket, () => {
        calls++;
        const later =
          "HTTP/1.1 503 X\r\nRetry-After: 0\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbusy";
        socket.write(calls === 3 ? FINE : later);
      }),
    );
    expect(await complaint(port)).toBe("answer 200 {}");
    expect(calls).toBe(3);
    expect(await complaint(port)).toBe("the server is currently unable to handle the request");
    expect(calls).toBe(14);
  });

  it("post gives up waiting at its deadline", async () => {
    const port = await says("HTTP/1.1 429 X\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n");
    expect(await ask(port, { timeoutMs: 200 })).toMatchObject({
      message: `Post "https://127.0.0.1:${port}/x?timeout=10s": context deadline exceeded`,
      timedOut: true,
    });
  });

  it("post follows a redirect, repeating the body for 307", async () => {
    const seen: string[] = [];
    const answer = (status: string) =>
      tls((socket) =>
        onRequest(socket, (request) => {
          seen.push(`${request.split(" HTTP")[0]} ${request.split("\r\n\r\n")[1]}`);
          const head = request.includes("/there") ? "200 OK" : `${status}\r\nLocation: /there?a=b`;
          socket.write(`HTTP/1.1 ${head}\r\nContent-Length: 2\r\n\r\n{}`);
        }),
      );
    expect(await complaint(await answer("307 X"))).toBe("answer 200 {}");
    expect(await complaint(await answer("302 X"))).toBe("answer 200 {}");
    expect(seen).toEqual([
      "POST /x?timeout=10s {}",
      "POST /there?a=b {}",
      "POST /x?timeout=10s {}",
      "GET /there?a=b ",
    ]);
  });

  it("post presents credentials", async () => {
    const clientPair = await issueClient(ca, { commonName: "apiserver", organizations: [], now });
    let seen = "";
    let cn: unknown;
    const port = await tls(
      (socket) =>
        onRequest(socket, (request) => {
          seen = request;
          cn = socket.getPeerCertificate().subject.CN;
          socket.end(FINE);
        }),
      { requestCert: true, rejectUnauthorized: true, ca: ca.cert },
    );
    const credentialsFor = (hostPort: string) => ({
      headers: async () => ["authorization", `Bearer for ${hostPort}`],
      clientCertificate: () => clientPair,
    });
    const use = { name: "with credentials", credentialsFor };
    expect(await complaint(port, { use })).toBe("answer 200 {}");
    expect(seen).toContain(`authorization: Bearer for 127.0.0.1:${port}\r\n`);
    expect(cn).toBe("apiserver");
  });

  it("post reports what makes a client impossible, each time", async () => {
    const expected = { kind: "error", stage: "client", code: 500 };
    const message = "unable to load root certificates: unable to parse bytes as PEM block";
    const client = transport.prepare({ url: "https://127.0.0.1:1/x", caBundle: "nonsense" });
    for (let i = 0; i < 2; i++)
      expect(await client.post("{}", { deadline: Infinity })).toMatchObject({ ...expected, message });
    const credentialsFor = () => {
      throw new Error("open /x: no such file or directory");
    };
    expect(await ask(1, { use: { name: "without a token", credentialsFor } })).toMatchObject({
      ...expected,
      message: "open /x: no such file or directory",
    });
  });
});

interface Made extends KeyPair {
  readonly certificate: x509.X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

interface MakeOptions {
  readonly isCa?: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly names?: readonly [x509.GeneralNameType, string][];
  readonly more?: readonly x509.Extension[];
  readonly constraints?: x509.Extension;
}

const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const LOCAL: readonly [x509.GeneralNameType, string][] = [
  ["ip", "127.0.0.1"],
  ["dns", "localhost"],
];

/** Certificates of every kind, valid and invalid. */
async function make(name: string, issuer: Made | undefined, options: MakeOptions = {}): Promise<Made> {
  const { isCa = false, from = -HOUR, to = HOUR, names = [], more = [] } = options;
  const keys = await webcrypto.subtle.generateKey(EC, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: name,
    issuer: issuer?.certificate.subject ?? name,
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: EC,
    notBefore: new Date(now + from),
    notAfter: new Date(now + to),
    extensions: [
      options.constraints ?? new x509.BasicConstraintsExtension(isCa, undefined, true),
      ...(names.length > 0
        ? [new x509.SubjectAlternativeNameExtension(names.map(([type, value]) => ({ type, value })))]
        : []),
      ...more,
    ],
  });
  const key = x509.PemConverter.encode(
    await webcrypto.subtle.exportKey("pkcs8", keys.privateKey),
    "PRIVATE KEY",
  );
  return { certificate, keys, cert: certificate.toString("pem"), key };
}

const at = (offset: number): string =>
  `${new Date(Math.floor((now + offset) / 1000) * 1000).toISOString().slice(0, 19)}Z`;
const expiry = (side: string): RegExp =>
  new RegExp(
    `^${VERIFY.replace(/[/.?"()]/g, "\\$&")}certificate has expired or is not yet valid: current time \\S+Z is ${side}$`,
  );

describe("post and server certificates", () => {
  async function check(
    trusted: readonly Made[],
    presented: readonly Made[],
    host = "127.0.0.1",
  ): Promise<string> {
    const cert = presented.map((one) => one.cert).join("\n");
    const port = await tls((socket) => onRequest(socket, () => socket.end(FINE)), {
      cert,
      key: presented[0]?.key,
    });
    const caBundle = trusted.map((one) => one.cert).join("\n");
    return (await complaint(port, { config: { caBundle }, host })).replace(
      `https://${host}:`,
      "https://127.0.0.1:",
    );
  }

  it("post trusts what Go trusts", async () => {
    const root = await make("CN=root", undefined, { isCa: true });
    const middle = await make("CN=middle", root, { isCa: true });
    const leaf = await make("CN=leaf", middle, { names: LOCAL });
    const self = await make("CN=self", undefined, { names: LOCAL });
    expect(await check([root], [leaf, middle])).toBe("answer 200 {}");
    expect(await check([middle], [leaf])).toBe("answer 200 {}");
    expect(await check([leaf], [leaf])).toBe("answer 200 {}");
    expect(await check([self], [self])).toBe("answer 200 {}");
    const nameless = await make("", undefined, { isCa: true });
    expect(await check([nameless], [await make("", nameless, { names: LOCAL })])).toBe("answer 200 {}");
    expect(
      await check(
        [root],
        [
          await make("CN=wild", root, {
            names: [
              ["dns", "*.x"],
              ["dns", "LOCALHOST"],
            ],
          }),
        ],
        "localhost",
      ),
    ).toBe("answer 200 {}");
  });

  it("post distrusts what Go distrusts, with its reasons", async () => {
    const root = await make("CN=root", undefined, { isCa: true });
    const twin = await make("CN=root", undefined, { isCa: true });
    const other = await make("CN=other", undefined, { isCa: true });
    const leaf = await make("CN=leaf", root, { names: LOCAL });
    const notCa = await make("CN=not CA", undefined, { names: LOCAL });
    const middle = await make("CN=middle", root, { isCa: true });
    const badMiddle = await make("CN=bad middle", root);
    const unknown = `${VERIFY}certificate signed by unknown authority`;
    const because = (why: string, who: string) =>
      `${unknown} (possibly because of "x509: ${why}" while trying to verify candidate authority certificate "${who}")`;
    const cannotSign = "invalid signature: parent certificate cannot sign this kind of certificate";
    expect(await check([other], [leaf])).toBe(unknown);
    expect(await check([twin], [leaf])).toBe(because("ECDSA verification failure", "root"));
    expect(await check([notCa], [await make("CN=leaf", notCa, { names: LOCAL })])).toBe(
      because(cannotSign, "not CA"),
    );
    expect(await check([root], [notCa])).toBe(unknown);
    expect(await check([root], [await make("CN=leaf", middle, { names: LOCAL })])).toBe(unknown);
    expect(await check([root], [await make("CN=leaf", badMiddle, { names: LOCAL }), badMiddle])).toBe(
      because(cannotSign, "bad middle"),
    );
    const keyUsage = new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature);
    const noSign = await make("CN=no sign", undefined, { isCa: true, more: [keyUsage] });
    expect(await check([noSign], [await make("CN=leaf", noSign, { names: LOCAL })])).toBe(
      because(cannotSign, "no sign"),
    );
    const clientOnly = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]);
    const wrongUse = await make("CN=leaf", root, { names: LOCAL, more: [clientOnly] });
    expect(await check([root], [wrongUse])).toBe(`${VERIFY}certificate specifies an incompatible key usage`);
    const shortRoot = await make("CN=short", undefined, {
      constraints: new x509.BasicConstraintsExtension(true, 0, true),
    });
    const second = await make("CN=second", shortRoot, { isCa: true });
    const far = await make("CN=leaf", second, { names: LOCAL });
    expect(await check([shortRoot], [far, second])).toBe(
      `${VERIFY}too many intermediates for path length constraint`,
    );
    const critical = new x509.Extension("1.2.3.4", true, new Uint8Array([5, 0]));
    expect(await check([root], [await make("CN=leaf", root, { names: LOCAL, more: [critical] })])).toBe(
      `${VERIFY}unhandled critical extension`,
    );
    const nameless = { isCa: true };
    const [orgA, orgB] = [await make("O=O1", undefined, nameless), await make("O=O1", undefined, nameless)];
    expect(await check([orgA], [await make("CN=leaf", orgB, { names: LOCAL })])).toBe(
      because("ECDSA verification failure", "O1"),
    );
  });

  it("post minds the time", async () => {
    const root = await make("CN=root", undefined, { isCa: true });
    const old = { from: -3 * HOUR, to: -2 * HOUR };
    const oldRoot = await make("CN=old root", undefined, { isCa: true, ...old });
    const oldMiddle = await make("CN=old middle", root, { isCa: true, ...old });
    expect(await check([root], [await make("CN=leaf", root, { names: LOCAL, ...old })])).toMatch(
      expiry(`after ${at(-2 * HOUR)}`),
    );
    expect(
      await check([root], [await make("CN=leaf", root, { names: LOCAL, from: HOUR, to: 2 * HOUR })]),
    ).toMatch(expiry(`before ${at(HOUR)}`));
    expect(await check([oldRoot], [await make("CN=leaf", oldRoot, { names: LOCAL })])).toMatch(
      expiry(`after ${at(-2 * HOUR)}`),
    );
    expect(await check([root], [await make("CN=leaf", oldMiddle, { names: LOCAL }), oldMiddle])).toMatch(
      expiry(`after ${at(-2 * HOUR)}`),
    );
  });

  it("post looks for names in the SAN extension only", async () => {
    const root = await make("CN=root", undefined, { isCa: true });
    const dns = (...names: string[]) => names.map((name): [x509.GeneralNameType, string] => ["dns", name]);
    const ip = (...names: string[]) => names.map((name): [x509.GeneralNameType, string] => ["ip", name]);
    const named = async (cn: string, names: readonly [x509.GeneralNameType, string][], host = "127.0.0.1") =>
      (await check([root], [await make(`CN=${cn}`, root, { names })], host)).replace(VERIFY, "");
    expect(await named("localhost", [], "localhost")).toBe(
      "certificate relies on legacy Common Name field, use SANs instead",
    );
    expect(await named("127.0.0.1", [])).toBe(
      "certificate relies on legacy Common Name field, use SANs instead",
    );
    expect(await named("foo", [], "localhost")).toBe(
      "certificate is not valid for any names, but wanted to match localhost",
    );
    expect(await named("x", dns("a.b", "*.c"), "localhost")).toBe(
      "certificate is valid for a.b, *.c, not localhost",
    );
    expect(await named("x", dns("a.b"))).toBe(
      "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
    );
    expect(await named("x", ip("10.0.0.1", "::1", "2001:db8::0:1"))).toBe(
      "certificate is valid for 10.0.0.1, ::1, 2001:db8::1, not 127.0.0.1",
    );
    expect(await named("x", ip("10.0.0.1"), "localhost")).toBe(
      "certificate is not valid for any names, but wanted to match localhost",
    );
    const many = Array.from({ length: 100 }, (_, i) => `h${i}.x`);
    expect(await named("x", dns(...many), "localhost")).toBe(
      "certificate is valid for 100 names, but none matched localhost",
    );
  });

  it("post tells the audit log of a certificate without names", async () => {
    const root = await make("CN=root", undefined, { isCa: true });
    const bare = await make("CN=localhost", root);
    const port = await tls(() => {}, { cert: bare.cert, key: bare.key });
    const answer = await ask(port, { host: "localhost", config: { caBundle: root.cert } });
    expect(answer).toMatchObject({ deprecated: { host: "localhost", missingSan: true, sha1: false } });
  });
});
