import { mkdtempSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { newGate } from "../../test/tools/gate.tool.ts";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../http/certificates/issue.ts";
import type { Endpoint } from "./endpoints.ts";
import {
  allow,
  converting,
  deny,
  mutating,
  on,
  serveWebhooks,
  validating,
  type WebhookServer,
} from "./index.ts";
import type { ServeWebhooksOptions } from "./serve.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(endpoints: Endpoint[], options: ServeWebhooksOptions = {}): Promise<WebhookServer> {
  const server = await serveWebhooks(endpoints, options);
  open.push(server);
  return server;
}

const review = (object: object | null = { metadata: { name: "a" } }, more: object = {}) =>
  JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: { uid: "u", operation: "CREATE", object, ...more },
  });

const post = (
  url: string,
  body: string,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
) =>
  fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers }, signal });

const allowed = async (answer: Response) =>
  ((await answer.json()) as { response: { allowed: boolean } }).response.allowed;

test("several webhooks and conversions on one server, each under its path", async () => {
  const boats = converting("/convert", (boat) => ({ ...boat, spec: { feet: 3 } }));
  const { url } = await serve([validating("/yes", () => true), mutating("/team", () => {}), boats]);
  expect(await allowed(await post(`${url}/yes?timeout=10s`, review()))).toBe(true);
  expect((await post(`${url}/no`, review())).status).toBe(404);
  expect((await fetch(`${url}/yes`)).status).toBe(405);
  expect((await post(`${url}/yes`, "{}")).status).toBe(400);
  const conversion = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid: "c", desiredAPIVersion: "x.io/v2", objects: [{ apiVersion: "x.io/v1", kind: "Boat" }] },
  };
  expect(await (await post(`${url}/convert`, JSON.stringify(conversion))).json()).toMatchObject({
    response: {
      uid: "c",
      convertedObjects: [{ apiVersion: "x.io/v2", kind: "Boat", spec: { feet: 3 } }],
      result: { status: "Success" },
    },
  });
});

test("two webhooks under one path are refused", async () => {
  await expect(serveWebhooks([validating("/a", () => true), mutating("/a", () => {})])).rejects.toThrow(
    "two webhooks are at /a",
  );
});

test("a review of 7 MB is read, one that is too large is refused", async () => {
  const { url } = await serve([
    validating("/big", (o) => (String(o?.data).length > 6e6 ? true : deny("cut short"))),
  ]);
  expect(await allowed(await post(`${url}/big`, review({ data: "x".repeat(7e6) })))).toBe(true);
  const small = await serve([validating("/big", () => true)], { maxBody: 1000 });
  expect((await post(`${small.url}/big`, review({ data: "x".repeat(2000) }))).status).toBe(413);
});

test.each(["self-signed", undefined] as const)(
  "requests that a client sends without waiting for answers begin by and by (tls: %s)",
  async (tls) => {
    const [room, gate] = [newGate(), newGate()];
    let begun = 0;
    const slow = validating("/slow", async () => {
      if (++begun === 16) room.open();
      await gate.opened;
      return allow();
    });
    const { port } = await serve([slow, validating("/ok", () => true)], tls && { tls });
    const socket = tls ? connectTls({ port, rejectUnauthorized: false }) : connect(port);
    open.push({ close: async () => void socket.destroy() });
    const one = `POST /slow HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${review().length}\r\n\r\n${review()}`;
    socket.write(one.repeat(100));
    await room.opened;
    socket.write(one.repeat(100));
    // When another client has its response, the server has read the written bytes.
    await new Promise<void>((resolve) => {
      const options = { port, path: "/healthz", rejectUnauthorized: false };
      (tls ? request : plainRequest)(options, (answer) => answer.resume().on("end", resolve)).end();
    });
    expect(begun).toBe(16);
    gate.open();
    let text = "";
    for await (const piece of socket) {
      text += piece;
      if (text.split('"allowed":true').length > 200) break;
    }
    expect(begun).toBe(200);
  },
);

test("metrics count by path, operation and outcome", async () => {
  const { url } = await serve([validating("/yes", () => true)]);
  await post(`${url}/yes`, review());
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('sallyport_webhook_calls_total{operation="CREATE",outcome="allowed",path="/yes"} 1');
});

describe("deadline", () => {
  test("the signal is aborted when the API server's timeout has passed", async () => {
    const seen: number[] = [];
    const { url } = await serve([
      validating("/slow", async (_, { signal, remainingMs }) => {
        seen.push(remainingMs);
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }),
    ]);
    const began = performance.now();
    await post(`${url}/slow?timeout=1s`, review());
    expect(performance.now() - began).toBeGreaterThan(990);
    expect(seen[0]).toBeLessThanOrEqual(1000);
  });

  test("the signal is aborted when the API server hangs up", async () => {
    const [asked, told] = [newGate(), newGate()];
    let aborted: unknown;
    const { url } = await serve([
      validating("/slow", async (_, { signal }) => {
        const leaving = new Promise((go) => signal.addEventListener("abort", go));
        asked.open();
        await leaving;
        aborted = signal.reason;
        told.open();
      }),
    ]);
    const leave = new AbortController();
    const call = post(`${url}/slow`, review(), {}, leave.signal).catch(() => {});
    await asked.opened;
    leave.abort();
    await Promise.all([told.opened, call]);
    expect(String(aborted)).toContain("closed the connection");
  });
});

describe("callers", () => {
  test("without the token nobody is heard", async () => {
    const { url } = await serve([validating("/yes", () => true)], { tokens: ["sesame"] });
    expect((await post(`${url}/yes`, review())).status).toBe(401);
    expect((await post(`${url}/yes`, review(), { authorization: "Bearer sesamf" })).status).toBe(401);
    expect((await post(`${url}/yes`, review(), { authorization: "Bearer sesame" })).status).toBe(200);
  });

  test("a client certificate of the right authority and name opens", async () => {
    const now = Date.now();
    const [ours, theirs] = await Promise.all([authority("ours"), authority("theirs")]);
    const { port } = await serve([validating("/yes", () => true)], {
      tls: "self-signed",
      clientCa: ours.cert,
      clientNames: ["apiserver"],
    });
    const client = (from: KeyPair, commonName: string) =>
      issueClient(from, { commonName, organizations: [], now });
    const ask = async (options: RequestOptions) => (await secure(port, "/yes", options)).status;
    expect(await ask(await client(ours, "apiserver"))).toBe(200);
    expect(await ask(await client(ours, "somebody"))).toBe(401);
    expect(await ask(await client(theirs, "apiserver"))).toBe(401);
    expect(await ask({})).toBe(401);
  });
});

describe("callers that are not said clearly", () => {
  const ok = validating("/yes", () => true);
  const unset = process.env.SALLYPORT_NO_SUCH_VARIABLE;
  test.each<[string, object, string]>([
    ["no token", { tokens: [unset] }, "tokens[0] must be a text without white space, and not empty"],
    ["an empty token", { tokens: ["sesame", ""] }, "tokens[1] must be a text"],
    ["a token with its line end", { tokens: ["sesame\n"] }, "tokens[0] must be a text"],
    ["an empty list of tokens", { tokens: [] }, "tokens is empty"],
    ["tokens that are not set", { tokens: unset }, "tokens is undefined"],
    ["an authority that is not set", { clientCa: unset }, "clientCa is undefined"],
    ["an empty authority", { clientCa: "", tls: "self-signed" }, "clientCa: data does not contain any valid"],
    ["no names", { clientNames: ["a"], tokens: ["sesame"] }, "clientNames needs clientCa"],
  ])("%s is refused", async (_name, options, problem) => {
    await expect(serveWebhooks([ok], options)).rejects.toThrow(problem);
  });

  test("a token is never part of a complaint", async () => {
    const answer = serveWebhooks([ok], { tokens: ["two words"] });
    await expect(answer).rejects.toThrow(/^((?!two words).)*$/);
  });

  test("certificates without TLS, and names without any, are refused", async () => {
    const { cert } = await authority("ours");
    await expect(serveWebhooks([ok], { clientCa: cert })).rejects.toThrow("clientCa needs tls");
    const options = { clientCa: cert, clientNames: [], tls: "self-signed" } as const;
    await expect(serveWebhooks([ok], options)).rejects.toThrow(
      "clientNames is empty: every caller would be refused",
    );
  });
});

test("metrics ask for what callers show, health does not", async () => {
  const { url } = await serve([validating("/yes", () => true)], { tokens: ["sesame"] });
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}${path}`, { headers })).status;
  expect(await status("/metrics")).toBe(401);
  expect(await status("/metrics", { authorization: "Bearer sesame" })).toBe(200);
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
});

test("a certificate that changes on disk is served without a request lost", async () => {
  const files = pairFiles(await serving());
  const { port } = await serve([validating("/yes", () => true)], { tls: files });
  const agent = new Agent({ keepAlive: true });
  const before = await secure(port, "/yes", { agent });
  writePair(files, await serving());
  await expect.poll(async () => (await secure(port, "/yes", {})).fingerprint).not.toBe(before.fingerprint);
  expect((await secure(port, "/yes", { agent })).status).toBe(200);
  agent.destroy();
});

test("closing lets calls under way end, and says before that it is not ready", async () => {
  const [asked, go] = [newGate(), newGate()];
  const slow = validating("/slow", () => {
    asked.open();
    return go.opened;
  });
  const server = await serve([slow], { drainMs: 3000 });
  const call = post(`${server.url}/slow`, review());
  await asked.opened;
  const closed = server.close();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  await expect.poll(() => fetch(`${server.url}/readyz`).catch(() => "closed")).toBe("closed");
  go.open();
  expect(await allowed(await call)).toBe(true);
  await closed;
});

test("closing lets an answer on its way be read to its end", async () => {
  const great = "x".repeat(20 << 20);
  const answered = newGate();
  const boats = converting("/convert", (boat) => {
    setImmediate(answered.open);
    return { ...boat, spec: { great } };
  });
  const server = await serve([boats]);
  const objects = [{ apiVersion: "x.io/v1", kind: "Boat", metadata: { name: "a" } }];
  const body = JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid: "c", desiredAPIVersion: "x.io/v2", objects },
  });
  const call = await new Promise<IncomingMessage>((resolve) => {
    const headers = { "content-type": "application/json" };
    plainRequest(`${server.url}/convert`, { method: "POST", headers, agent: false }, resolve).end(body);
  });
  await answered.opened;
  const closed = server.close();
  // Longer than the time that the server keeps idle connections.
  await sleep(800);
  let length = 0;
  for await (const piece of call) length += String(piece).length;
  expect(length).toBeGreaterThan(great.length);
  await closed;
});

test("handlers by operation and subresource; rules name what they handle", async () => {
  const asked: string[] = [];
  const note = (what: string) => () => void asked.push(what);
  const webhook = validating(
    { name: "pods.example.com", rules: [on("v1", "pods")] },
    { create: note("create"), delete: note("delete"), subresources: { status: { update: note("status") } } },
  );
  expect(webhook.operations).toEqual(["CREATE", "UPDATE", "DELETE"]);
  const { url } = await serve([webhook]);
  for (const [operation, subResource] of [
    ["CREATE"],
    ["UPDATE"],
    ["UPDATE", "status"],
    ["DELETE"],
    ["CONNECT"],
  ])
    await post(`${url}/pods`, review({ metadata: {} }, { operation, subResource }));
  expect(asked).toEqual(["create", "status", "delete"]);
});

const authority = (commonName: string) => createAuthority({ commonName, now: Date.now() });
const serving = async () =>
  issueServing(await authority("webhook-ca"), { hosts: ["localhost"], now: Date.now() });

function pairFiles(pair: KeyPair) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-webhook-"));
  const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
  writePair(files, pair);
  return files;
}

function writePair({ certFile, keyFile }: { certFile: string; keyFile: string }, pair: KeyPair): void {
  writeFileSync(certFile, pair.cert);
  writeFileSync(keyFile, pair.key);
}

function secure(port: number, path: string, options: RequestOptions) {
  return new Promise<{ status: number | undefined; fingerprint: string }>((resolve, reject) => {
    const sent = request(
      { port, host: "localhost", path, method: "POST", rejectUnauthorized: false, agent: false, ...options },
      (answer) => {
        const { fingerprint } = (answer.socket as TLSSocket).getPeerCertificate();
        answer.resume();
        answer.on("end", () => resolve({ status: answer.statusCode, fingerprint }));
      },
    );
    sent.on("error", reject);
    sent.end(review());
  });
}

test("serveWebhooks says which port it cannot use, and why", async () => {
  const { port } = await serve([]);
  await expect(serveWebhooks([], { port })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: another program uses this port`,
  );
  await expect(serveWebhooks([], { port: Number("abc") })).rejects.toThrow(
    "port: NaN is not a whole number from 0 to 65535",
  );
});
