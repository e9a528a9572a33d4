import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import {
  deny,
  fastifyWebhooks,
  mutating,
  validating,
  webhookFetch,
  webhookListener,
} from "../../src/webhook/index.ts";

/** It brings no types along. */
interface Express {
  (): RequestListener & { use(path: string, ...handlers: unknown[]): void };
  json(options: object): unknown;
}
const express = createRequire(import.meta.url)("express") as Express;

const WEBHOOKS = [
  mutating("/team", (pod) => {
    pod.metadata.labels = { team: "a" };
  }),
  validating("/owned", (pod) => (pod?.metadata.labels?.owner ? true : deny("whose is it?"))),
];

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** One webhook changes the object, the other refuses it, and 2 MB are no burden. */
async function judge(ask: (path: string, init: RequestInit) => Promise<Response>): Promise<void> {
  const review = (object: object) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: { uid: "u", operation: "CREATE", object },
    }),
  });
  const answered = async (path: string, object: object) =>
    ((await (await ask(path, review(object))).json()) as { response: Record<string, unknown> }).response;
  const pod = { metadata: { name: "web" }, padding: "x".repeat(2e6) };
  expect(await answered("/team?timeout=10s", pod)).toMatchObject({ allowed: true, patchType: "JSONPatch" });
  expect(await answered("/owned", pod)).toMatchObject({
    allowed: false,
    status: { message: "whose is it?" },
  });
  expect((await ask("/elsewhere", review({}))).status).toBe(404);
}

const listening = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return (path: string, init: RequestInit) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
};

test("a bare server of Node", async () => judge(await listening(createServer(webhookListener(WEBHOOKS)))));

test("express, under a path of its own, with and without a body parser before it", async () => {
  for (const parser of [[], [express.json({ limit: "16mb" })]]) {
    const app = express();
    app.use("/hooks", ...parser, webhookListener(WEBHOOKS));
    const ask = await listening(createServer(app));
    await judge((path, init) => ask(`/hooks${path}`, init));
  }
});

test("fastify", async () => {
  const app = fastify();
  await app.register(fastifyWebhooks(WEBHOOKS));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => app.close());
  await judge((path, init) => fetch(address + path, init));
});

test("hono", async () => {
  const handle = webhookFetch(WEBHOOKS);
  const app = new Hono().all("*", (context) => handle(context.req.raw));
  await judge(async (path, init) => app.request(path, init));
});
