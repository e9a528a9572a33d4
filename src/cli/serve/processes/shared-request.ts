import type { ServerRequest } from "../../../api/exchange/exchange.ts";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import type { SharedRequest } from "./messages.ts";

/** Returns a GET request as another process can answer it: with the identity of its user, and without compression. */
export function sharedRequest(request: ServerRequest): SharedRequest {
  const { path, rawQuery, peer } = request;
  const names = Object.keys(request.headers).filter((name) => name !== "accept-encoding");
  return {
    url: rawQuery === "" ? path : `${path}?${rawQuery}`,
    headers: Object.fromEntries(names.map((name) => [name, valuesOf(request, name)])),
    peer,
  };
}

function valuesOf(request: ServerRequest, name: string): readonly string[] {
  const values = request.headerValues(name);
  return values.length > 0 ? values : [request.headers[name] ?? ""];
}

/** The request in the process that answers it; `signal` is aborted when the answer is not needed any more. */
export const requestOf = ({ url, headers, peer }: SharedRequest, signal: AbortSignal): ServerRequest =>
  memoryRequest({ url, headers, peer, signal });
