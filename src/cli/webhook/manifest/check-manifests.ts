import { kubeObject } from "../../../api/object/kube-object.ts";
import type { Cluster } from "../../../cluster/cluster.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Endpoint } from "../../../webhook/index.ts";
import { type ApiClient, createApiClient } from "../../../workloads/base/api-client.ts";
import { ruleProblems } from "./check-rules.ts";
import { discoveryOf } from "./discovery.ts";

/**
 * Asks a control plane in memory, to which the definitions of custom resources are given first: do the resources of all
 * rules exist, and would every object be accepted? Gives back what is wrong, a line each.
 */
export async function checkManifests(
  endpoints: readonly Endpoint[],
  objects: readonly JsonObject[],
  definitions: readonly JsonObject[],
): Promise<string[]> {
  const { createCluster } = await import("../../../cluster/cluster.ts");
  const { createMemoryStorage } = await import("../../../storage/index.ts");
  const cluster = await createCluster({ storage: createMemoryStorage() });
  const api = createApiClient(cluster.handle, cluster.token, "sallyport-webhook");
  const create = (object: JsonObject) => problemOf(cluster, api, object);
  try {
    const refused = await Promise.all(definitions.map(create));
    const rules = ruleProblems(endpoints, await discoveryOf(api));
    const namespaces = [...new Set(objects.map(namespaceOf).filter((name) => name !== undefined))];
    for (const name of namespaces) await create(namespace(name));
    const checked = await Promise.all(objects.map(create));
    return [...refused, ...rules, ...checked].filter((problem) => problem !== undefined);
  } finally {
    await cluster.stop();
  }
}

const namespaceOf = (object: JsonObject): string | undefined => kubeObject(object).metadata.namespace;
const namespace = (name: string): JsonObject => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

/**
 * Returns undefined if the object was accepted, exists already, or is of a kind that a plain cluster does not
 * have.
 */
async function problemOf(cluster: Cluster, api: ApiClient, object: JsonObject): Promise<string | undefined> {
  const { apiVersion = "", kind = "", metadata } = kubeObject(object);
  const found = cluster.pathOf({ apiVersion, kind, namespace: metadata.namespace ?? "", name: "" });
  if (found === undefined) return undefined;
  const { status, body } = await api.send("POST", found.path.replace(/\/$/, ""), object);
  return status < 400 || status === 409 ? undefined : `${kind} ${metadata.name}: ${String(body.message)}`;
}
