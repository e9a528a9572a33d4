import { request as httpsRequest } from "node:https";
import { text as readText } from "node:stream/consumers";
import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";
import { findConnection } from "../webhook/lookup/connection.ts";

/** One request to a running server. Rejects with words when nobody answers. */
export type ServerClient = (
  method: string,
  path: string,
  options?: { readonly body?: JsonObject; readonly headers?: Readonly<Record<string, string | string[]>> },
) => Promise<{ readonly status: number; readonly body: JsonObject }>;

/** A client of the server that the current context of a kubeconfig names. Throws an Error that says what is wrong with it. */
export function serverClient(kubeconfig: string): ServerClient {
  const { server, ca, cert, key, insecure, token } = findConnection(kubeconfig);
  return (method, path, { body, headers = {} } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((done, failed) => {
      const bearer = token();
      const sent = httpsRequest(
        new URL(path, server),
        {
          method,
          ...(ca === undefined ? {} : { ca }),
          ...(cert === undefined ? {} : { cert }),
          ...(key === undefined ? {} : { key }),
          ...(insecure === true ? { rejectUnauthorized: false } : {}),
          headers: {
            accept: "application/json",
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
            ...(content === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
        },
        (response) => {
          readText(response).then(
            (text) => done({ status: response.statusCode ?? 0, body: parsed(text) }),
            failed,
          );
        },
      );
      sent.on("error", (error) => failed(new Error(`${server} does not answer: ${error.message}`)));
      sent.end(content);
    });
  };
}

function parsed(text: string): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return { message: text };
  }
}
