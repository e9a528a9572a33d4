import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { parseJson } from "../handle.ts";
import { type Connection, findConnection } from "./connection.ts";

export interface LookupOptions {
  /** Default: in a pod its service account, else `KUBECONFIG` or `~/.kube/config`. */
  readonly kubeconfig?: string;
  /** How old an answer may be, in milliseconds; default 5,000. 0: every look-up asks the API server. */
  readonly maxAgeMs?: number;
}

/** An object's place. */
export interface Place {
  readonly namespace?: string;
}

export interface ListPlace extends Place {
  /** As `kubectl -l`: `app=web,tier!=db`. */
  readonly labelSelector?: string;
}

/** Ends a look-up early: `request.signal`. */
export interface Patience {
  readonly signal?: AbortSignal;
}

/** Objects of the cluster that a webhook needs to decide. */
export interface Lookup {
  /** Undefined when there is none. Rejects with the API server's message, a 403 of missing RBAC for example. */
  get<T extends object = KubeObject>(
    apiVersion: string,
    resource: string,
    name: string,
    options?: Place & Patience,
  ): Promise<T | undefined>;
  list<T extends object = KubeObject>(
    apiVersion: string,
    resource: string,
    options?: ListPlace & Patience,
  ): Promise<readonly T[]>;
  /** Closes its connections. */
  close(): void;
}

const REMEMBERED = 1000;

/**
 * Look-ups in the cluster. Answers are remembered for `maxAgeMs`, and those who ask for the same at once share one
 * request: a webhook that needs the namespace of every pod asks for it every five seconds. What comes back is shared: do
 * not change it. Needs `get` or `list` on the resource, which `rbac` of `manifests` grants.
 */
export function createLookup({ kubeconfig, maxAgeMs = 5000 }: LookupOptions = {}): Lookup {
  const ask = connect(findConnection(kubeconfig));
  const known = new Map<
    string,
    { readonly until: number; readonly answer: Promise<JsonObject | undefined> }
  >();
  const remembered = (path: string, { signal }: Patience): Promise<JsonObject | undefined> => {
    const before = known.get(path);
    if (before !== undefined && before.until > performance.now()) return orAborted(before.answer, signal);
    const answer = ask(path);
    known.delete(path);
    known.set(path, { until: performance.now() + maxAgeMs, answer });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? "");
    answer.catch(() => known.delete(path));
    return orAborted(answer, signal);
  };
  return {
    async get(apiVersion, resource, name, options = {}) {
      const found = await remembered(
        `${collection(apiVersion, resource, options)}/${encodeURIComponent(name)}`,
        options,
      );
      return found as never;
    },
    async list(apiVersion, resource, options = {}) {
      const { labelSelector } = options;
      const query = labelSelector === undefined ? "" : `?labelSelector=${encodeURIComponent(labelSelector)}`;
      const found = await remembered(collection(apiVersion, resource, options) + query, options);
      return (found?.items ?? []) as never;
    },
    close: ask.close,
  };
}

function collection(apiVersion: string, resource: string, { namespace }: Place): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}${namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`}/${resource}`;
}

/** The request itself goes on: others may wait for it. */
function orAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

interface Ask {
  (path: string): Promise<JsonObject | undefined>;
  close(): void;
}

/** No request lives longer: an API server waits thirty seconds for a webhook at most. */
const TIMEOUT_MS = 30_000;

function connect({ server, ca, cert, key, insecure, token }: Connection): Ask {
  const secure = server.startsWith("https:");
  const trust = {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    rejectUnauthorized: insecure !== true,
  };
  const agent = secure ? new Agent({ keepAlive: true, ...trust }) : new PlainAgent({ keepAlive: true });
  const send = secure ? request : plainRequest;
  const ask = (path: string): Promise<JsonObject | undefined> =>
    new Promise((resolve, reject) => {
      const bearer = token();
      const headers = { accept: "application/json", ...(bearer && { authorization: `Bearer ${bearer}` }) };
      const sent = send(server + path, { agent, headers, timeout: TIMEOUT_MS }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          try {
            resolve(read(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), path));
          } catch (error) {
            reject(error);
          }
        });
      });
      sent.on("timeout", () => sent.destroy(new Error(`GET ${path}: no answer in ${TIMEOUT_MS / 1000} s`)));
      sent.on("error", reject);
      sent.end();
    });
  return Object.assign(ask, { close: () => agent.destroy() });
}

function read(status: number, text: string, path: string): JsonObject | undefined {
  const body = parseJson(text);
  if (status === 200 && isJsonObject(body)) return body;
  const message = isJsonObject(body) ? String(body.message) : text.slice(0, 500).trim();
  // A path that nobody serves is answered without an API object.
  if (status === 404 && isJsonObject(body) && body.reason === "NotFound" && body.details !== undefined)
    return undefined;
  throw new Error(`GET ${path}: ${status} ${message}`);
}
