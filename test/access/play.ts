import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Dispatcher, Pool } from "undici";
import type { KeyPair } from "../../src/http/certificates/issue.ts";
import { isJsonObject, type Json, type JsonObject, record, text } from "../../src/json/value.ts";
import type { Answer, Asked, Place, Situation } from "./case.ts";

const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";

/** Writes the files of a situation; answers its flags. */
export function prepare(situation: Situation, place: Place): string[] {
  mkdirSync(place.dir, { recursive: true });
  for (const [name, text] of Object.entries(situation.files(place)))
    writeFileSync(join(place.dir, name), text);
  return situation.flags.map((flag) =>
    flag.replaceAll("DIR", place.dir).replaceAll("ISSUER", place.issuer.url),
  );
}

/** Sends all requests to a server after it has reached the issuer. */
export async function play(
  { asked }: Situation,
  place: Place,
  port: number,
): Promise<Readonly<Record<string, Answer>>> {
  const connection = new Client(port);
  try {
    await issuerReached(connection, place);
    const answers: Record<string, Answer> = {};
    for (const one of asked) {
      const { certificate } = one;
      const client =
        certificate === undefined ? connection : new Client(port, place.certificates[certificate]);
      answers[one.name] = await ask(client, one, place);
      if (client !== connection) await client.close();
    }
    return answers;
  } finally {
    await connection.close();
  }
}

/** One client of a server, with its certificate. */
class Client {
  readonly #pool: Pool;

  constructor(port: number, own: Partial<KeyPair> = {}) {
    this.#pool = new Pool(`https://127.0.0.1:${port}`, {
      connections: 1,
      connect: { rejectUnauthorized: false, ...own },
    });
  }

  async send(outgoing: Dispatcher.RequestOptions): Promise<{ status: number; text: string }> {
    const { statusCode, body } = await this.#pool.request(outgoing);
    return { status: statusCode, text: await body.text() };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

const PATIENCE_MS = 60_000;

async function issuerReached(connection: Client, place: Place): Promise<void> {
  const token = await place.issuer.sign({ aud: "server", sub: "first" });
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const { text } = await send(connection, { name: "", method: "POST", path: REVIEWS }, "admin-token", {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenReview",
      spec: { token },
    });
    if (!text.includes("authenticator not initialized")) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server does not reach the issuer");
}

async function ask(connection: Client, one: Asked, place: Place): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await askOnce(connection, one, place);
    if (one.until === undefined || answer.status === one.until || Date.now() > until) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function askOnce(connection: Client, one: Asked, place: Place): Promise<Answer> {
  const token = one.token === undefined ? "admin-token" : await one.token(place);
  const isReview = one.path === REVIEWS;
  const spec = isJsonObject(one.body) ? one.body : {};
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token, ...spec } };
  const body = isReview ? review : await withUid(connection, one);
  const { status, text: said } = await send(connection, one, isReview ? "admin-token" : token, body);
  return { status, body: one.brief === true ? inBrief(said, place) : normalised(said, place) };
}

async function withUid(connection: Client, { body, uidOf }: Asked): Promise<Json | undefined> {
  if (uidOf === undefined) return body;
  let changed = JSON.stringify(body);
  for (const [name, path] of Object.entries(typeof uidOf === "string" ? { UID: uidOf } : uidOf)) {
    const { text: found } = await send(connection, { name: "", path }, "admin-token", undefined);
    const { uid } = record(record(JSON.parse(found)).metadata);
    changed = changed.replaceAll(`"${name}"`, JSON.stringify(uid));
  }
  return JSON.parse(changed);
}

/** The message of a Status, or the decision of a review. */
function inBrief(message: string, place: Place): string {
  const body = normalised(message, place);
  if (!isJsonObject(body)) return "";
  if (body.kind === "Status") return text(body.message);
  if (body.kind !== "SubjectAccessReview") return "";
  const { allowed, denied, reason } = record(body.status);
  return `${allowed === true ? "allowed" : denied === true ? "denied" : "no opinion"}: ${text(reason)}`;
}

function send(connection: Client, { method, path, headers }: Asked, token: string, body: Json | undefined) {
  return connection.send({
    method: method ?? "GET",
    path: path ?? "/api/v1/namespaces/default",
    headers: {
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** A text without the parts that differ each time. */
function normalised(text: string, place: Place): Json {
  const same = sameText(text, place);
  try {
    const body = JSON.parse(same) as Json;
    if (!isJsonObject(body)) return body;
    const { metadata: _metadata, spec: _spec, ...rest } = body;
    return "gitVersion" in rest ? "a version" : sortedRules(rest);
  } catch {
    return same;
  }
}

/** Bindings have no order in the reference. */
function sortedRules(body: JsonObject): JsonObject {
  const { status } = body;
  if (!isJsonObject(status) || !("nonResourceRules" in status)) return body;
  const sorted = (list: Json | undefined): Json[] =>
    [...(Array.isArray(list) ? list : [])].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    ...body,
    status: {
      ...status,
      resourceRules: sorted(status.resourceRules),
      nonResourceRules: sorted(status.nonResourceRules),
    },
  };
}

export const sameText = (text: string, { issuer, hook, dir }: Place): string =>
  text
    .replaceAll(issuer.url, "https://issuer")
    .replaceAll(hook, "https://hook")
    .replaceAll(dir, "DIR")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "SOME-UID")
    .replace(/(creationTimestamp\\": \\")[^\\]*/g, "$1TIME")
    .replace(/"g-[a-z0-9]{5}(?=\\?")/g, '"g-SUFFIX')
    .replace(/X509SHA256=[0-9a-f]+/g, "X509SHA256=FINGERPRINT")
    .replace(/current time .*? before/g, "current time NOW before");
