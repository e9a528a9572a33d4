import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, type AgentOptions, request as secureRequest } from "node:https";
import { text as readText } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { isSecure, tlsOptions } from "../webhook/lookup/connection.ts";
import { connectionOf, type ServerConnection } from "./connect/connection.ts";
import type { Kubeconfigs } from "./connect/kubeconfigs.ts";

/** Sends one request to a running server. Rejects with a text for the user if no server answers. */
export type ServerClient = (
  method: string,
  path: string,
  options?: { readonly body?: JsonObject; readonly headers?: Readonly<Record<string, string | string[]>> },
) => Promise<{ readonly status: number; readonly body: JsonObject }>;

/**
 * Returns a client of the server in the current context of kubeconfigs. It rejects when the server refuses the credentials, for
 * then no answer says anything. Throws an Error with the problem of the kubeconfigs.
 */
export function serverClient(kubeconfigs: Kubeconfigs): ServerClient {
  const connection = connectionOf(kubeconfigs);
  const ask = clientOf(connection);
  return async (...request) => {
    const answer = await ask(...request);
    if (answer.status === 401)
      throw new Error(
        `${connection.server} refuses the credentials of ${kubeconfigs.paths.join(", ")}: 401 Unauthorized`,
      );
    return answer;
  };
}

/** A client of this server. `agent`: keeps connections for the next request. */
export function clientOf(connection: ServerConnection, agent?: PlainAgent): ServerClient {
  return async (method, path, { body, headers = {} } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const type = content === undefined ? {} : { "content-type": "application/json" };
    const response = await requestServer(connection, path, {
      method,
      headers: { accept: "application/json", ...type, ...headers },
      ...(agent && { agent }),
      ...(content && { content }),
    });
    return { status: response.statusCode ?? 0, body: parsed(await readText(response)) };
  };
}

interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly agent?: PlainAgent;
  readonly content?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request with the credentials of the connection, and once more if they were refused and can be made again. Rejects with
 * a text for the user if no server answers.
 */
export async function requestServer(
  connection: ServerConnection,
  path: string,
  request: SentRequest,
): Promise<IncomingMessage> {
  const { renewal } = connection;
  for (let isAgain = false; ; isAgain = true) {
    const before = renewal?.count ?? 0;
    const response = await send(connection, path, request);
    const isWorthAgain = renewal?.isWorthAgain(response.statusCode, before) ?? false;
    if (isAgain || !isWorthAgain) return response;
    response.resume();
  }
}

async function send(
  connection: ServerConnection,
  path: string,
  { headers: given, content, ...options }: SentRequest,
): Promise<IncomingMessage> {
  const { server, credentials } = connection;
  const own = headersOf(await credentials.headers(), "impersonate-user" in given);
  const certificate = credentials.clientCertificate?.();
  const tls = isSecure(connection) ? { ...tlsOptions(connection), ...certificate } : {};
  const headers = { ...own, ...given };
  const request = isSecure(connection) ? secureRequest : plainRequest;
  return new Promise((done, failed) => {
    const sent = request(urlOf(path, server), { ...options, ...tls, headers }, done);
    sent.on("error", (error) =>
      failed(new Error(`${server} does not answer: ${error.message}${proxyHint(server)}`)),
    );
    sent.end(content);
  });
}

/** kubectl sends requests through this proxy, except for hosts of NO_PROXY (client-go, http.ProxyFromEnvironment). */
function proxyHint(server: string): string {
  const name = server.startsWith("https:") ? "HTTPS_PROXY" : "HTTP_PROXY";
  const { [name]: upper, [name.toLowerCase()]: lower = upper } = process.env;
  return lower === undefined || lower === ""
    ? ""
    : `; ${name} is not used here: if kubectl needs it, run kubectl proxy, and give a kubeconfig with its address`;
}

/** `impersonates`: the request names its user, in the place of that of the kubeconfig. */
function headersOf(pairs: readonly string[], impersonates: boolean): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at < pairs.length; at += 2) {
    const [name = "", value = ""] = pairs.slice(at, at + 2);
    if (impersonates && name.startsWith("impersonate-")) continue;
    headers[name] = [...(headers[name] ?? []), value];
  }
  return headers;
}

/** Returns an agent for requests to this server. */
export const agentFor = (connection: ServerConnection, options: AgentOptions): PlainAgent =>
  isSecure(connection) ? new Agent(options) : new PlainAgent(options);

/**
 * The address of a server can have a path, as behind Rancher. Throws an Error if the URL has another path than the given one: a
 * segment `..` of an id would lead to another resource.
 */
function urlOf(path: string, server: string): URL {
  const url = new URL(server + path);
  const base = new URL(server).pathname.replace(/\/$/, "");
  const [given = ""] = path.split("?", 1);
  if (url.pathname.split("/").length !== (base + given).split("/").length)
    throw new Error(`${JSON.stringify(path)} is not a path of the server: a name is . or ..`);
  return url;
}

function parsed(text: string): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return { message: text };
  }
}
