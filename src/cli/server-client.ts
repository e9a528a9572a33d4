import { type Agent, request as httpsRequest, type RequestOptions } from "node:https";
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
export function clientOf(connection: Connection, agent?: Agent): ServerClient {
  return (method, path, { body, headers = {} } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((done, failed) => {
      const type = content === undefined ? {} : { "content-type": "application/json" };
      const sent = httpsRequest(
        urlOf(path, connection),
        requestTo(connection, {
          method,
          agent,
          headers: { accept: "application/json", ...type, ...headers },
        }),
        (response) => {
          readText(response).then(
            (text) => done({ status: response.statusCode ?? 0, body: parsed(text) }),
            failed,
          );
        },
      );
      sent.on("error", (error) =>
        failed(new Error(`${connection.server} does not answer: ${error.message}`)),
      );
      sent.end(content);
    });
  };
}

/** Throws an Error if the URL has another path: a segment `..` of an id would lead to another resource. */
function urlOf(path: string, { server }: Connection): URL {
  const url = new URL(path, server);
  const [given = ""] = path.split("?", 1);
  if (url.pathname.split("/").length !== given.split("/").length)
    throw new Error(`${JSON.stringify(path)} is not a path of the server: a name is . or ..`);
  return url;
}

/** Returns the parameters of a request to this server. */
export function requestTo(
  { ca, cert, key, insecure, token }: Connection,
  {
    agent,
    headers,
    ...rest
  }: { method: string; agent: Agent | undefined; headers: Readonly<Record<string, string | string[]>> },
): RequestOptions {
  const bearer = token();
  return {
    ...rest,
    ...(agent === undefined ? {} : { agent }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(insecure === true ? { rejectUnauthorized: false } : {}),
    headers: { ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
  };
}

/** Returns the authorities that verify the server, and the client's certificate. */
export function trustOf({ ca, cert, key, insecure }: Connection): RequestOptions {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(insecure === true ? { rejectUnauthorized: false } : {}),
  };
}

/** Header with the bearer token of the kubeconfig; none if it has no token. */
export function credentialsOf({ token }: Connection): Record<string, string> {
  const bearer = token();
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}

function parsed(text: string): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return { message: text };
  }
}
