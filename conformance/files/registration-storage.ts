import { createBuiltinPlugins } from "../../src/admission/hooks/builtin/builtin-plugins.ts";
import { memoryRequest } from "../../src/api/exchange/memory-request.ts";
import { compileExpression } from "../../src/cluster/compile-expressions.ts";
import { createWebhookTransport, type WebhookTransport } from "../../src/http/webhook-client/transport.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import { builtinResources } from "../../src/resources/kinds/index.ts";
import { createServer, type Server } from "../../src/server/server.ts";
import { createMemoryStorage } from "../../src/storage/memory/memory-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { at, type BackendFacts, backendServer } from "../backends.ts";
import {
  type Case,
  type CaseResult,
  differs,
  failedWith,
  judge,
  lacks,
  PASSED,
  sameJson,
  show,
} from "../case.ts";
import { callThrough } from "../transport.ts";

const REGISTRATION = { compile: compileExpression };

interface StorageCase {
  steps: Step[];
  backends?: Record<string, BackendFacts>;
}

interface Step {
  method?: string;
  path?: string;
  query?: Record<string, string>;
  body?: Json;
  contentType?: string;
  expected?: StepExpected;
  eventually?: boolean;
  restartServer?: boolean;
}

interface StepExpected {
  code: number;
  body?: Json;
  absent?: string[];
  count?: number;
  reason?: string;
  messageContains?: Json;
  saves?: string;
}

let cases = 0;

/** A whole server in memory, requests one after the other. */
export async function runRegistrationStorage(testCase: Case): Promise<CaseResult> {
  const { steps, backends = {} } = testCase as unknown as StorageCase;
  const { port, ca, serve } = await backendServer();
  const prefix = `/storage-case-${++cases}`;
  for (const [name, backend] of Object.entries(backends)) serve(`${prefix}/${name}`, backend);
  const caBundle = Buffer.from(ca).toString("base64");
  const transport = createWebhookTransport({});
  const storage = createMemoryStorage();
  const session = new Session(storage, transport, (backend) => ({
    url: `https://127.0.0.1:${port}${prefix}/${backend}`,
    caBundle,
  }));
  try {
    return await session.run(steps);
  } finally {
    session.close();
    await transport.close();
    await storage.close();
  }
}

const ATTEMPTS = 20;

class Session {
  readonly #storage: Storage;
  readonly #transport: WebhookTransport;
  readonly #clientConfigOf: (backend: string) => JsonObject;
  readonly #saved = new Map<string, Json>();
  /** Resource versions by kind and name, as last answered. */
  readonly #versions = new Map<string, string>();
  #server: Server | undefined;

  constructor(
    storage: Storage,
    transport: WebhookTransport,
    clientConfigOf: (backend: string) => JsonObject,
  ) {
    this.#storage = storage;
    this.#transport = transport;
    this.#clientConfigOf = clientConfigOf;
  }

  close(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  async run(steps: readonly Step[]): Promise<CaseResult> {
    for (const [index, step] of steps.entries()) {
      const result = await this.#step(step);
      if (result.kind !== "passed")
        return result.kind === "failed" ? failedWith(`step ${index + 1}: ${result.why}`) : result;
    }
    return PASSED;
  }

  async #step(step: Step): Promise<CaseResult> {
    if (step.restartServer) this.close();
    if (step.method === undefined) return PASSED;
    let result = await this.#attempt(step, 0);
    for (let attempt = 1; step.eventually && result.kind === "failed" && attempt < ATTEMPTS; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      result = await this.#attempt(step, attempt);
    }
    return result;
  }

  async #attempt(step: Step, attempt: number): Promise<CaseResult> {
    const { status, body } = await this.#send(step, attempt);
    this.#versions.set(identityOf(body), String(at(body, "/metadata/resourceVersion") ?? ""));
    const { expected } = step;
    if (expected?.saves) this.#saved.set(expected.saves, body);
    return expected === undefined ? PASSED : judgeStep(status, body, expected);
  }

  async #send(
    { method = "GET", path = "/", query, body, contentType = "application/json" }: Step,
    attempt: number,
  ) {
    this.#server ??= await this.#start();
    const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
    const sent =
      body === undefined ? undefined : JSON.stringify(this.#fill(fresh(body, attempt), identityOf(body)));
    const response = await this.#server.handle(
      memoryRequest({
        method,
        url: path + search,
        headers: { "content-type": contentType },
        ...(sent === undefined ? {} : { body: sent }),
      }),
    );
    return { status: response.status, body: JSON.parse(await textOf(response.body)) as Json };
  }

  #start(): Promise<Server> {
    return createServer({
      storage: this.#storage,
      resources: builtinResources({ v1beta1Registration: true, registration: REGISTRATION }),
      webhooks: () => ({ call: callThrough(this.#transport, 0), close: async () => {} }),
      authorizationModes: ["AlwaysAllow"],
      plugins: createBuiltinPlugins().filter(({ name }) => name !== "ServiceAccount"),
    });
  }

  /** Placeholders become what earlier answers said; a named backend becomes a client config. */
  #fill(value: Json, identity: string): Json {
    if (typeof value === "string") return this.#fillText(value, identity);
    if (Array.isArray(value)) return value.map((item) => this.#fill(item, identity));
    if (!isJsonObject(value)) return value;
    if (typeof value.backend === "string") return this.#clientConfigOf(value.backend);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.#fill(member ?? null, identity)]),
    );
  }

  #fillText(text: string, identity: string): string {
    return text.replace(/\{(?:(\w+)\.)?resourceVersion\}/g, (_, saved?: string) => {
      if (saved === undefined) return this.#versions.get(identity) ?? "";
      return String(at(this.#saved.get(saved), "/metadata/resourceVersion"));
    });
  }
}

const identityOf = (object: Json): string => `${at(object, "/kind")}/${at(object, "/metadata/name")}`;

/** A repeated step must not meet the object of the attempt before. */
function fresh(body: Json, attempt: number): Json {
  if (attempt === 0 || !isJsonObject(body) || !isJsonObject(body.metadata)) return body;
  return { ...body, metadata: { ...body.metadata, name: `${body.metadata.name}-${attempt}` } };
}

async function textOf(body: unknown): Promise<string> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Buffer[] = [];
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array | string>)
    chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

function judgeStep(status: number, body: Json, expected: StepExpected): CaseResult {
  const { code, reason, messageContains, count, absent = [], body: wanted } = expected;
  const items = at(body, "/items");
  const wrongCode = differs("code", status, code);
  return judge(
    wrongCode === undefined ? undefined : `${wrongCode}: ${show(body).slice(0, 500)}`,
    reason && differs("reason", at(body, "/reason"), reason),
    lacks("message", String(at(body, "/message") ?? ""), messageContains),
    count === undefined ? undefined : differs("items", Array.isArray(items) ? items.length : -1, count),
    ...absent.map((pointer) => differs(pointer, at(body, pointer), undefined)),
    wanted === undefined || contains(body, wanted) ? undefined : `expected ${show(wanted)} in ${show(body)}`,
  );
}

/** Objects have at least these fields, lists at least these entries. */
function contains(actual: Json | undefined, wanted: Json | undefined): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(actual) && wanted.every((item) => actual.some((other) => contains(other, item)));
  }
  if (!isJsonObject(wanted)) return sameJson(actual, wanted);
  return isJsonObject(actual) && Object.keys(wanted).every((key) => contains(actual[key], wanted[key]));
}
