import type { JsonObject } from "../../api/json.ts";
import { memoryRequest } from "../../api/memory-request.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { Endpoint } from "../../webhook/index.ts";
import { type Discovery, isDiscovery, ruleProblems } from "./check-rules.ts";

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/**
 * Asks a control plane in memory, to which the definitions of custom resources are given first: do the resources of all
 * rules exist, and would every object be accepted? Gives back what is wrong, a line each.
 */
export async function checkManifests(
  endpoints: readonly Endpoint[],
  objects: readonly JsonObject[],
  definitions: readonly JsonObject[],
): Promise<string[]> {
  const { createCluster } = await import("../../cluster/cluster.ts");
  const { createMemoryStorage } = await import("../../storage/index.ts");
  const cluster = await createCluster({ storage: createMemoryStorage() });
  try {
    const refused = await Promise.all(definitions.map((definition) => create(cluster, definition)));
    const rules = ruleProblems(endpoints, await discoveryOf(cluster));
    const namespaces = [...new Set(objects.map(namespaceOf).filter((name) => name !== undefined))];
    for (const name of namespaces) await create(cluster, namespace(name));
    const checked = await Promise.all(objects.map((object) => create(cluster, object)));
    return [...refused, ...rules, ...checked].filter((problem) => problem !== undefined);
  } finally {
    await cluster.stop();
  }
}

const namespaceOf = (object: JsonObject): string | undefined => (object as KubeObject).metadata.namespace;
const namespace = (name: string): JsonObject => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

async function discoveryOf(cluster: Cluster): Promise<Discovery> {
  const lists = await Promise.all(["/api", "/apis"].map((url) => send(cluster, "GET", url)));
  return { items: lists.flatMap(({ body }) => (isDiscovery(body) ? body.items : [])) };
}

/** Undefined: it was accepted, or is there already, or is of a kind that a cluster without more does not have. */
async function create(cluster: Cluster, object: JsonObject): Promise<string | undefined> {
  const { apiVersion = "", kind = "", metadata } = object as KubeObject;
  const found = cluster.pathOf({ apiVersion, kind, namespace: metadata.namespace ?? "", name: "" });
  if (found === undefined) return undefined;
  const { status, body } = await send(cluster, "POST", found.path.replace(/\/$/, ""), object);
  return status < 400 || status === 409 ? undefined : `${kind} ${metadata.name}: ${String(body.message)}`;
}

async function send(cluster: Cluster, method: string, url: string, object?: JsonObject) {
  const headers = {
    authorization: `Bearer ${cluster.token}`,
    accept: object === undefined ? AGGREGATED : "application/json",
    "content-type": "application/json",
  };
  const body = object === undefined ? {} : { body: JSON.stringify(object) };
  const response = await cluster.handle(memoryRequest({ method, url, headers, ...body }));
  const text = Buffer.from((response.body as Uint8Array | string | undefined) ?? "{}").toString();
  return { status: response.status, body: JSON.parse(text) as JsonObject };
}
