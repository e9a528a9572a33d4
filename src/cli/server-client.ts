import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, type AgentOptions, request as secureRequest } from "node:https";
import { text as readText } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { type Connection, findConnection } from "../webhook/lookup/connection.ts";

/** Sends one request to a running server. Rejects with a text for the user if no server answers. */
export type ServerClient = (
  method: string,
  path: string,
  options?: { readonly body?: JsonObject; readonly headers?: Readonly<Record<string, string | string[]>> },
) => Promise<{ readonly status: number; readonly body: JsonObject }>;

/**
 * Returns a client of the server in the current context of a kubeconfig. Throws an Error with the problem of
 * the kubeconfig.
 */
export const serverClient = (kubeconfig: string): ServerClient => clientOf(findConnection(kubeconfig));

/** A client of this server. `agent`: keeps connections for the next request. */
export function clientOf(connection: Connection, agent?: PlainAgent): ServerClient {
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

/** Sends a request with the credentials of the connection. Rejects with a text for the user if no server answers. */
export function requestServer(
  connection: Connection,
  path: string,
  { headers, content, ...options }: SentRequest,
): Promise<IncomingMessage> {
  const { server, token } = connection;
  const bearer = token();
  const credentials = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const request = isPlain(connection) ? plainRequest : secureRequest;
  return new Promise((done, failed) => {
    const sent = request(
      urlOf(path, server),
      { ...options, ...trustOf(connection), headers: { ...credentials, ...headers } },
      done,
    );
    sent.on("error", (error) => failed(new Error(`${server} does not answer: ${error.message}`)));
    sent.end(content);
  });
}

/** Returns an agent for requests to this server. */
export const agentFor = (connection: Connection, options: AgentOptions): PlainAgent =>
  isPlain(connection) ? new PlainAgent(options) : new Agent(options);

/** True for a server such as `kubectl proxy`, which needs no TLS. */
const isPlain = ({ server }: Connection): boolean => server.startsWith("http:");

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

/** Returns the authorities that verify the server, and the client's certificate. */
const trustOf = ({ ca, cert, key, insecure }: Connection) => ({
  ...(ca === undefined ? {} : { ca }),
  ...(cert === undefined ? {} : { cert }),
  ...(key === undefined ? {} : { key }),
  ...(insecure === true ? { rejectUnauthorized: false } : {}),
});

function parsed(text: string): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return { message: text };
  }
}
