import { setImmediate } from "node:timers/promises";
import { answeredObject } from "../../api/exchange/answered-object.ts";
import type { Handler } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { PATCH_MEDIA_TYPES, type PatchType } from "../../api/exchange/patch-media-types.ts";
import type { KubeObject } from "../../api/meta.ts";
import { isKubeObject } from "../../api/object/kube-object.ts";
import { type JsonObject, records } from "../../json/value.ts";

/** A client of the server's own API, in memory. Controllers make all their requests with it. */
export interface ApiClient {
  /** `accept`: value of the Accept header; default `application/json`. */
  get(path: string, accept?: string): Promise<ApiResult>;
  send(method: "POST" | "PUT" | "DELETE", path: string, body?: JsonObject): Promise<ApiResult>;
  patch(type: PatchType, path: string, body: JsonObject): Promise<ApiResult>;
}

/** Response of the API server. */
export interface ApiResult {
  readonly status: number;
  readonly body: JsonObject;
}

/**
 * Number of requests between two yields to the event loop. A request in memory needs no turn of the event
 * loop, so a long series of them would block other connections and timers.
 */
const WITHOUT_TURN = 50;

/**
 * Returns the headers that authenticate a request. `again`: true if the server refused the previous headers
 * with 401.
 */
export type Credentials = (asked: {
  readonly again: boolean;
}) => Promise<Readonly<Record<string, string | readonly string[]>>>;

/**
 * `credentials`: a bearer token that the server accepts, or a function that returns the headers of each
 * request. With a function, a request that is refused with 401 is sent once more with new headers.
 */
export function createApiClient(
  handle: Handler,
  credentials: string | Credentials,
  userAgent: string,
): ApiClient {
  let sinceTurn = 0;
  const who: Credentials =
    typeof credentials === "string" ? async () => ({ authorization: `Bearer ${credentials}` }) : credentials;
  const ask = async (
    method: string,
    path: string,
    body?: JsonObject,
    { contentType = "application/json", accept = "application/json", again = false } = {},
  ): Promise<ApiResult> => {
    if (++sinceTurn % WITHOUT_TURN === 0) await setImmediate();
    const headers = { ...(await who({ again })), "user-agent": userAgent, accept };
    const response = await handle(
      memoryRequest({
        method,
        url: path,
        headers: body === undefined ? headers : { ...headers, "content-type": contentType },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: await answeredObject(response) };
  };
  const request: typeof ask = async (method, path, body, options) => {
    const answer = await ask(method, path, body, options);
    if (answer.status !== 401 || typeof credentials === "string") return answer;
    return ask(method, path, body, { ...options, again: true });
  };
  return {
    get: (path, accept = "application/json") => request("GET", path, undefined, { accept }),
    send: (method, path, body) => request(method, path, body),
    patch: (type, path, body) => request("PATCH", path, body, { contentType: PATCH_MEDIA_TYPES[type] }),
  };
}

/** Objects of a list; empty if it has none. Their types are not checked. */
export const itemsOf = (list: JsonObject): KubeObject[] => records(list.items).filter(isKubeObject);
