import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { parseJson } from "../handle.ts";
import { type Connection, isSecure, tlsOptions } from "./connection.ts";

/** Method and body of a request that is not a GET. */
interface Sent {
  readonly method: "PUT" | "PATCH";
  readonly body: Json;
}

/** Makes requests to an API server. Rejects with an AskError for a refused request. */
export interface Ask {
  (path: string, sent?: Sent): Promise<JsonObject>;
  close(): void;
}

/** Error for a response with a status other than 200. */
export class AskError extends Error {
  readonly status: number;
  /** True if the object does not exist. The 404 for a path that is not served has no API object as its body. */
  readonly isMissingObject: boolean;

  constructor(what: string, status: number, text: string) {
    const body = parseJson(text);
    const message = isJsonObject(body) ? String(body.message) : text.slice(0, 500).trim();
    super(`${what}: ${status} ${message}`);
    this.status = status;
    this.isMissingObject =
      status === 404 && isJsonObject(body) && body.reason === "NotFound" && body.details !== undefined;
  }
}

/** Timeout of a request, in milliseconds. An API server waits at most thirty seconds for a webhook. */
const TIMEOUT_MS = 30_000;

/**
 * Returns a client of the API server with kept connections. It rejects with an AskError if the status is not 200 or
 * the body is no JSON object, and with an Error if the connection fails or no answer comes within `TIMEOUT_MS`.
 */
export function connect(connection: Connection): Ask {
  const { server, cert, key, token } = connection;
  const secure = isSecure(connection);
  const trust = { ...tlsOptions(connection), ...(cert && { cert }), ...(key && { key }) };
  const agent = secure ? new Agent({ keepAlive: true, ...trust }) : new PlainAgent({ keepAlive: true });
  const send = secure ? request : plainRequest;
  const ask = (path: string, given?: Sent): Promise<JsonObject> =>
    new Promise((resolve, reject) => {
      const { method = "GET", body } = given ?? {};
      const headers = headersOf(token(), method);
      const sent = send(server + path, { agent, method, headers, timeout: TIMEOUT_MS }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const found = parseJson(text);
          if (answer.statusCode === 200 && isJsonObject(found)) resolve(found);
          else reject(new AskError(`${method} ${path}`, answer.statusCode ?? 0, text));
        });
      });
      const late = `${method} ${path}: no answer in ${TIMEOUT_MS / 1000} s`;
      sent.on("timeout", () => sent.destroy(new Error(late)));
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return Object.assign(ask, { close: () => agent.destroy() });
}

function headersOf(bearer: string | undefined, method: string): Record<string, string> {
  const type = { PUT: "application/json", PATCH: PATCH_MEDIA_TYPES.json }[method];
  return {
    accept: "application/json",
    ...(type && { "content-type": type }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  };
}
