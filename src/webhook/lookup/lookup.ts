import { apiRoot, parseGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { BoundedCache } from "../../async/bounded-cache.ts";
import type { JsonObject } from "../../json/value.ts";
import { AskError, connect } from "./ask.ts";
import { findConnection } from "./connection.ts";

/** Options of `createLookup`. */
export interface LookupOptions {
  /** Path of a kubeconfig. Default: the service account in a pod, otherwise `KUBECONFIG` or `~/.kube/config`. */
  readonly kubeconfig?: string;
  /** Largest age of a cached response in milliseconds; default 5,000. 0: no cache. */
  readonly maxAgeMs?: number;
}

/** The namespace of an object. */
export interface Place {
  /** Absent: the object is cluster-scoped; for `list`: all namespaces. */
  readonly namespace?: string;
}

/** The namespace of objects, and a selector. */
export interface ListPlace extends Place {
  /** Label selector as of `kubectl -l`: `app=web,tier!=db`. */
  readonly labelSelector?: string;
}

/** Cancels a lookup: `request.signal`. */
export interface LookupSignal {
  readonly signal?: AbortSignal;
}

/** Objects of the cluster that a webhook needs to decide. */
export interface Lookup {
  /** Undefined if there is no such object. Rejects with the message of the API server, for example a 403 if RBAC rules are missing. */
  get<T extends object = KubeObject>(
    apiVersion: string,
    resource: string,
    name: string,
    options?: Place & LookupSignal,
  ): Promise<T | undefined>;
  list<T extends object = KubeObject>(
    apiVersion: string,
    resource: string,
    options?: ListPlace & LookupSignal,
  ): Promise<readonly T[]>;
  /** Closes its connections. */
  close(): void;
}

const REMEMBERED = 1000;

/**
 * Reads objects of the cluster. Responses are cached for `maxAgeMs`, and equal lookups at the same time share one
 * request. So a webhook that needs the namespace of every pod reads it every five seconds. Do not change the returned
 * objects, because they are shared. Needs the right to `get` or `list` the resource; `rbac` of `manifests` grants it.
 */
export function createLookup({ kubeconfig, maxAgeMs = 5000 }: LookupOptions = {}): Lookup {
  const ask = connect(findConnection(kubeconfig));
  const known = new BoundedCache<Promise<JsonObject | undefined>>({
    entries: REMEMBERED,
    now: () => performance.now(),
  });
  const remembered = (path: string, { signal }: LookupSignal): Promise<JsonObject | undefined> => {
    const before = known.get(path);
    if (before !== undefined) return orAborted(before, signal);
    const answer = found(ask(path));
    known.set(path, answer, performance.now() + maxAgeMs);
    answer.catch(() => known.delete(path));
    return orAborted(answer, signal);
  };
  return {
    async get(apiVersion, resource, name, options = {}) {
      const path = `${collection(apiVersion, resource, options)}/${encodeURIComponent(name)}`;
      return (await remembered(path, options)) as never;
    },
    async list(apiVersion, resource, options = {}) {
      const { labelSelector } = options;
      const query = labelSelector === undefined ? "" : `?labelSelector=${encodeURIComponent(labelSelector)}`;
      const list = await remembered(collection(apiVersion, resource, options) + query, options);
      return (list?.items ?? []) as never;
    },
    close: ask.close,
  };
}

/** Undefined if the object does not exist. A path that is not served is an error. */
const found = (answer: Promise<JsonObject>): Promise<JsonObject | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AskError && error.isMissingObject) return undefined;
    throw error;
  });

function collection(apiVersion: string, resource: string, { namespace }: Place): string {
  const root = apiRoot(parseGroupVersion(apiVersion));
  return `${root}${namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`}/${resource}`;
}

/** Rejects when the signal is aborted. The request itself continues, because other lookups can share it. */
function orAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
