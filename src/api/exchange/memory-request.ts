import { Canceller } from "../../async/cancellation.ts";
import { parseQuery } from "../../go/query.ts";
import { tooLarge } from "../status.ts";
import type { Peer, ServerRequest } from "./exchange.ts";

/** A request that is handled without a connection. */
export interface MemoryRequestInit {
  /** Method; default: `GET`. */
  readonly method?: string;
  /** Path and query as in a request line. */
  readonly url: string;
  /** Headers with names in any case; a list is a repeated header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Uint8Array | string;
  readonly peer?: Partial<Peer>;
  readonly signal?: AbortSignal;
}

/** Makes a request without a socket, for calls inside the process and for tests. Handlers treat it as a TLS request. */
export function memoryRequest(init: MemoryRequestInit): ServerRequest {
  const values = new Map(
    Object.entries(init.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === "string" ? [value] : value,
    ]),
  );
  const headers = Object.fromEntries([...values].map(([name, list]) => [name, list.join(", ")]));
  const { path, rawQuery } = splitTarget(init.url);
  const bytes =
    typeof init.body === "string" ? new TextEncoder().encode(init.body) : (init.body ?? new Uint8Array());
  let { signal } = init;
  return {
    method: init.method ?? "GET",
    path,
    rawQuery,
    query: parseQuery(rawQuery),
    headers: { host: "localhost", ...headers },
    headerValues: (name) => values.get(name) ?? [],
    protocol: "HTTP/1.1",
    secure: true,
    peer: { address: "", port: 0, ...init.peer },
    get signal() {
      signal ??= new AbortController().signal;
      return signal;
    },
    cancellation: signal ?? new Canceller(),
    body: async (limit) => {
      if (bytes.byteLength > limit) throw tooLarge(`limit is ${limit}`);
      return bytes;
    },
    startedAt: performance.now(),
  };
}

/**
 * Splits a request target: `/a?b=c` → path and query. `https://host/a` (the form that proxies send) loses its origin.
 */
export function splitTarget(target: string): { path: string; rawQuery: string } {
  const local = target.charCodeAt(0) === 47 ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = local.indexOf("?");
  if (mark < 0) return { path: local === "" ? "/" : local, rawQuery: "" };
  return { path: mark === 0 ? "/" : local.slice(0, mark), rawQuery: local.slice(mark + 1) };
}
