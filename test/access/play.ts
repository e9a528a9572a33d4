import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json } from "../../src/api/json.ts";
import { Connection } from "../differential/connection.ts";
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

/** Asks a server everything, once it has reached the issuer. */
export async function play(
  { asked }: Situation,
  place: Place,
  port: number,
): Promise<Readonly<Record<string, Answer>>> {
  const connection = new Connection(port, 1);
  try {
    await issuerReached(connection, place);
    const answers: Record<string, Answer> = {};
    for (const one of asked) answers[one.name] = await ask(connection, one, place);
    return answers;
  } finally {
    await connection.close();
  }
}

const PATIENCE_MS = 60_000;

async function issuerReached(connection: Connection, place: Place): Promise<void> {
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

async function ask(connection: Connection, one: Asked, place: Place): Promise<Answer> {
  const token = one.token === undefined ? "admin-token" : await one.token(place);
  const isReview = one.path === REVIEWS;
  const spec = isJsonObject(one.body) ? one.body : {};
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token, ...spec } };
  const { status, text } = await send(
    connection,
    one,
    isReview ? "admin-token" : token,
    isReview ? review : one.body,
  );
  return { status, body: normalised(text, place) };
}

function send(
  connection: Connection,
  { method, path, headers }: Asked,
  token: string,
  body: Json | undefined,
) {
  return connection.send({
    method: method ?? "GET",
    path: path ?? "/api/v1/namespaces/default",
    headers: {
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Without what is another one each time. */
function normalised(text: string, place: Place): Json {
  const same = sameText(text, place);
  try {
    const body = JSON.parse(same) as Json;
    if (!isJsonObject(body)) return body;
    const { metadata: _metadata, spec: _spec, ...rest } = body;
    return rest;
  } catch {
    return same;
  }
}

export const sameText = (text: string, { issuer, hook, dir }: Place): string =>
  text
    .replaceAll(issuer.url, "https://issuer")
    .replaceAll(hook, "https://hook")
    .replaceAll(dir, "DIR")
    .replace(/current time .*? before/g, "current time NOW before");
