import { randomUUID } from "node:crypto";
import { apiRoot, parseGroupVersion } from "../../api/group-version.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { withoutServerFields } from "../../explain/offline/load.ts";
import type { RequestSpec } from "../../explain/offline/request-spec.ts";
import { isJsonObject, type JsonObject, record } from "../../json/value.ts";
import { openRecording } from "../../recording/read-recording.ts";
import { explainPath } from "../explain-path.ts";
import { startSide } from "../replay/start-servers.ts";
import type { ServerClient } from "../server-client.ts";
import type { ExplainFlags } from "./explain-flags.ts";
import { servedAs } from "./read-cluster.ts";

/**
 * Returns the explanation of a request that a running server remembers. `id`: its audit id, or `last`. Throws
 * an Error with a text for the user if the server does not remember it.
 */
export async function explainPast(client: ServerClient, id: string, webhook?: string): Promise<Explanation> {
  const query = webhook === undefined ? "" : `?webhook=${encodeURIComponent(webhook)}`;
  const path = explainPath(id);
  const { status, body } =
    path === undefined ? { status: 404, body: {} } : await client("GET", `${path}${query}`);
  if (status === 200) return body as unknown as Explanation;
  if (status === 404 && !(await doesExplain(client)))
    throw new Error(
      "the server does not explain its requests: it is not Sallyport. Give the manifest of the request, and --kubeconfig",
    );
  if (status === 404)
    throw new Error(
      id === "last"
        ? "there was no write since the server started"
        : `the server remembers no request with the audit id ${id}: it keeps the writes of about ten minutes, fewer if there are very many, and the last 32 reads`,
    );
  throw new Error(`the server answers ${status}: ${String(body.message ?? "")}`);
}

/** False for other API servers: they do not have the path. */
const doesExplain = async (client: ServerClient): Promise<boolean> =>
  (await client("GET", "/explain/stream?follow=false")).status !== 404;

/**
 * Returns the explanation of the decision about the example of a group of `/shadow`. Throws an Error with a
 * text for the user if there is no such group.
 */
export async function explainShadow(client: ServerClient, id: string): Promise<Explanation> {
  const { status, body } = await client("GET", `/shadow/${encodeURIComponent(id)}`);
  if (status === 200) return body as unknown as Explanation;
  throw new Error(
    status === 404
      ? `the server has no such example: start it with --shadow, and take an ID from its /shadow`
      : `the server answers ${status}: ${String(body.message ?? "")}`,
  );
}

/** Explains one request of a recording, as `sallyport replay` decides it. Throws an Error for one that is not in it. */
export async function explainRecorded(path: string, id: string, flags: ExplainFlags): Promise<Explanation> {
  const { requests } = await openRecording(path);
  for await (const request of requests) {
    if (request.id !== id) continue;
    const { server } = await startSide(flags.filename, flags);
    try {
      const decided = await server.decide(request);
      if (decided.kind === "undecided") throw new Error(`${path}: ${decided.why}`);
      return decided.explain(flags.webhook);
    } finally {
      await server.close();
    }
  }
  throw new Error(`${path}: there is no request ${id} in it`);
}

/** Sends the request to a running server as a dry run, and reads the server's explanation. No object is stored. */
export async function explainRunning(
  client: ServerClient,
  request: RequestSpec,
  webhook?: string,
): Promise<Explanation> {
  const auditId = randomUUID();
  const { user, object, operation } = request;
  const url = await urlOf(client, request);
  const headers: Record<string, string | string[]> = { "audit-id": auditId };
  if (user.username !== "kubernetes-admin") {
    headers["impersonate-user"] = user.username;
    if (user.groups.length > 0) headers["impersonate-group"] = [...user.groups];
  }
  const body = object === null ? {} : { body: await bodyOf(client, request, url, object) };
  const query = operation === "CONNECT" ? new URLSearchParams(request.query).toString() : "dryRun=All";
  const { status, body: answer } = await client(METHODS[operation], `${url}?${query}`, { headers, ...body });
  try {
    return await explainPast(client, auditId, webhook);
  } catch {
    throw new Error(`the server does not explain: it answered ${status} ${String(answer.message ?? "")}`);
  }
}

const METHODS = { CREATE: "POST", UPDATE: "PUT", DELETE: "DELETE", CONNECT: "POST" } as const;

async function urlOf(client: ServerClient, request: RequestSpec): Promise<string> {
  const { object, oldObject, resource, subresource, name, namespace, operation } = request;
  const given = object ?? oldObject ?? {};
  const place =
    resource === undefined ? parseGroupVersion(String(given.apiVersion)) : { version: "v1", ...resource };
  const root = apiRoot(place);
  const found = await servedAs(client, root, (one) =>
    resource === undefined
      ? one.kind === given.kind && !String(one.name).includes("/")
      : one.name === resource.resource,
  );
  if (found === undefined)
    throw new Error(`the server does not serve ${String(given.kind)} of ${place.group}/${place.version}`);
  const inNamespace = found.namespaced === true ? `/namespaces/${namespace || "default"}` : "";
  const collection = `${root}${inNamespace}/${String(found.name)}`;
  if (operation === "CREATE" && subresource === "") return collection;
  return `${collection}/${encodeURIComponent(name)}${subresource === "" ? "" : `/${subresource}`}`;
}

async function bodyOf(
  client: ServerClient,
  { operation }: RequestSpec,
  url: string,
  object: JsonObject,
): Promise<JsonObject> {
  const own = withoutServerFields(object);
  if (operation !== "UPDATE") return own;
  const { body } = await client("GET", url);
  const { resourceVersion } = isJsonObject(body.metadata) ? body.metadata : {};
  const metadata = record(own.metadata);
  return resourceVersion === undefined ? own : { ...own, metadata: { ...metadata, resourceVersion } };
}
