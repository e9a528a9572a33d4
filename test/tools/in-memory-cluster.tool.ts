import type { BuiltinPlugin } from "../../src/admission/hook.ts";
import { answeredObject } from "../../src/api/exchange/answered-object.ts";
import type { ServerResponse } from "../../src/api/exchange/exchange.ts";
import { memoryRequest } from "../../src/api/exchange/memory-request.ts";
import { type Cluster, type ClusterOptions, createCluster } from "../../src/cluster/cluster.ts";
import type { Json, JsonObject } from "../../src/json/value.ts";
import { createMemoryStorage } from "../../src/storage/index.ts";

/** A response: the status code, the headers and the body, which is parsed if it is JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: ServerResponse["headers"];
  readonly body: JsonObject;
  /** The texts of its warnings, without their code. */
  readonly warnings: readonly string[];
}

/** A control plane without a port, with a short function for requests. */
export interface InMemoryCluster {
  readonly cluster: Cluster;
  /** Makes a request as the administrator, unless the headers name another user. */
  ask(method: string, url: string, body?: Json, headers?: Record<string, string>): Promise<Answered>;
  stop(): Promise<void>;
}

/** Requests without an address would count as those of the server's own controllers. */
const CLIENT = { address: "127.0.0.1", port: 1 };

export async function startInMemoryCluster(options: Partial<ClusterOptions> = {}): Promise<InMemoryCluster> {
  const plugins: readonly BuiltinPlugin[] = [];
  const cluster = await createCluster({ storage: createMemoryStorage(), plugins, ...options });
  return {
    cluster,
    stop: () => cluster.stop(),
    async ask(method, url, body, headers = {}) {
      const all = {
        authorization: `Bearer ${cluster.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      };
      const text = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
      const response = await cluster.handle(
        memoryRequest({ method, url, headers: all, peer: CLIENT, ...text }),
      );
      const { status, headers: answered } = response;
      const warnings = [answered.warning ?? []].flat().map(textOfWarning);
      return {
        status,
        headers: answered,
        body: await answeredObject(response, (text) => ({ text })),
        warnings,
      };
    },
  };
}

const textOfWarning = (header: string): string => JSON.parse(header.replace(/^299 - /, ""));
