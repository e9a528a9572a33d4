import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../../../src/json/value.ts";
import { selfSigned } from "../../../src/webhook/tls.ts";

/** Webhooks of a case: the path is the name. */
export interface Hooks {
  readonly url: string;
  readonly caBundle: string;
  /** A bundle that verifies no certificate here. */
  readonly otherBundle: string;
  answers: Readonly<Record<string, JsonObject>>;
  /** Names of the webhooks that were called since it was emptied, in order. */
  asked: string[];
  stop(): void;
}

const TIMEOUT_MS = 2500;

export async function startHooks(): Promise<Hooks> {
  const { serving, caBundle } = await selfSigned([]);
  const { caBundle: otherBundle } = await selfSigned([]);
  const server = createServer({ cert: serving.cert, key: serving.key }, (request, response) => {
    answer(hooks, request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const hooks: Hooks = {
    url: `https://127.0.0.1:${port}`,
    caBundle,
    otherBundle,
    answers: {},
    asked: [],
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return hooks;
}

async function answer(hooks: Hooks, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { request: asked, apiVersion } = JSON.parse(Buffer.concat(chunks).toString()) as {
    request: { uid: string };
    apiVersion: string;
  };
  const name = new URL(request.url ?? "", "https://x").pathname.slice(1);
  hooks.asked.push(name);
  const given = hooks.answers[name] ?? { allowed: true };
  if (given.transport === "timeout") {
    setTimeout(() => response.destroy(), TIMEOUT_MS);
    return;
  }
  if (typeof given.status === "number") {
    response.writeHead(given.status, { "content-type": String(given.contentType) });
    response.end(String(given.body));
    return;
  }
  const { review = {}, patch, ...rest } = given;
  const encoded =
    patch === undefined
      ? {}
      : { patch: Buffer.from(JSON.stringify(patch)).toString("base64"), patchType: "JSONPatch" };
  const body = { uid: asked.uid, ...encoded, ...rest };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ apiVersion, kind: "AdmissionReview", ...(review as JsonObject), response: body }),
  );
}
