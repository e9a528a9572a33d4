import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createAuthority, issueServing } from "../src/http/certificates/issue.ts";
import { isJsonObject, type Json, type JsonObject } from "../src/json/value.ts";
import { sameJson } from "./case.ts";

/** A webhook as a case describes it. */
export interface BackendFacts {
  via: "service" | "url";
  path?: string;
  service?: JsonObject;
  trusted?: boolean;
  responses: ResponseFacts[];
}

interface ResponseFacts {
  when?: { pointer: string; equals?: Json; notEquals?: Json; exists?: boolean }[];
  review?: { envelope: "v1" | "v1beta1" | "bare"; uid?: string; response?: JsonObject | null };
  rawBody?: string;
  status?: number;
  garbage?: string;
  refuse?: boolean;
  hang?: boolean;
  delayMs?: number;
}

/** A request that a backend received. */
export interface ReceivedCall {
  readonly timeout: string | null;
  readonly review: JsonObject;
}

/** A local TLS server with webhooks on it, by path. */
export interface BackendServer {
  readonly port: number;
  /** PEM of the authority that vouches for it. */
  readonly ca: string;
  /** PEM of another one, which does not. */
  readonly otherCa: string;
  /** Answers calls of this path from now on; the list fills with what comes. */
  serve(path: string, backend: BackendFacts): ReceivedCall[];
}

let started: Promise<BackendServer> | undefined;

/** One server for all cases of a run; it ends with the process. */
export function backendServer(): Promise<BackendServer> {
  started ??= start();
  return started;
}

async function start(): Promise<BackendServer> {
  const now = Date.now();
  const authority = await createAuthority({ commonName: "conformance", now });
  const other = await createAuthority({ commonName: "another uid", now });
  const hosts = ["webhook.default.svc", "localhost", "127.0.0.1"];
  const { cert, key } = await issueServing(authority, { hosts, now });
  const served = new Map<string, { backend: BackendFacts; calls: ReceivedCall[] }>();
  const server: Server = createTlsServer({ cert, key }, (request, response) => {
    const url = new URL(request.url ?? "/", "https://localhost");
    const found = served.get(url.pathname);
    if (found === undefined) response.writeHead(404).end();
    else void answer(request, response, found.backend, found.calls, url.searchParams.get("timeout"));
  }) as unknown as Server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    ca: authority.cert,
    otherCa: other.cert,
    serve(path, backend) {
      const calls: ReceivedCall[] = [];
      served.set(path, { backend, calls });
      return calls;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  backend: BackendFacts,
  calls: ReceivedCall[],
  timeout: string | null,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const review = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;
  calls.push({ timeout, review });
  const chosen = backend.responses.find(({ when }) =>
    (when ?? []).every((condition) => holds(condition, review)),
  );
  if (chosen === undefined || chosen.hang) return;
  if (chosen.delayMs) await new Promise((resolve) => setTimeout(resolve, chosen.delayMs));
  if (response.destroyed) return;
  if (chosen.garbage !== undefined) endWith(request.socket, chosen.garbage);
  else write(response, chosen, review);
}

function endWith(socket: Socket, bytes: string): void {
  socket.end(bytes);
}

function write(
  response: ServerResponse,
  { review, rawBody, status = 200 }: ResponseFacts,
  sent: JsonObject,
): void {
  const body = review === undefined ? (rawBody ?? "") : JSON.stringify(reviewOf(review, sent));
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

function reviewOf(
  { envelope, uid, response }: NonNullable<ResponseFacts["review"]>,
  sent: JsonObject,
): JsonObject {
  const request = isJsonObject(sent.request) ? sent.request : {};
  const typeMeta = { apiVersion: `admission.k8s.io/${envelope}`, kind: "AdmissionReview" };
  const bare = envelope === "bare";
  const named = uid ?? (bare ? undefined : request.uid);
  if (response === null || response === undefined) return bare ? {} : typeMeta;
  const whole = { ...(named === undefined ? {} : { uid: named }), ...encodePatch(response) };
  return bare ? { response: whole } : { ...typeMeta, response: whole };
}

/** `patch` is given as JSON, `patchText` as text; both travel in base64. */
function encodePatch({ patch, patchText, ...rest }: JsonObject): JsonObject {
  const text = patchText ?? (patch === undefined ? undefined : JSON.stringify(patch));
  return text === undefined ? rest : { ...rest, patch: Buffer.from(String(text)).toString("base64") };
}

function holds(
  { pointer, equals, notEquals, exists }: NonNullable<ResponseFacts["when"]>[number],
  review: JsonObject,
): boolean {
  const value = at(review.request, pointer);
  if (exists !== undefined) return (value !== undefined) === exists;
  if (notEquals !== undefined) return !sameJson(value, notEquals);
  return sameJson(value, equals);
}

/** The value at a JSON pointer, undefined where there is none. */
export function at(document: Json | undefined, pointer: string): Json | undefined {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((value, key) => {
      if (Array.isArray(value)) return value[Number(key)];
      return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }, document);
}

/** A port of this machine without a listener. */
export function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
