import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { type ApiClient, createApiClient } from "../../controllers/api-client.ts";

/** Applies objects one after the other, as they are given. Throws with the server's first refusal. */
export async function applyObjects(cluster: Cluster, objects: readonly JsonObject[]): Promise<void> {
  const api = createApiClient(cluster.handle, cluster.token, "sallyport-webhook");
  for (const object of objects) await apply(cluster, api, object);
}

async function apply(cluster: Cluster, api: ApiClient, object: JsonObject): Promise<void> {
  const { apiVersion = "", kind = "", metadata } = object as KubeObject;
  const name = { apiVersion, kind, namespace: metadata.namespace ?? "default", name: metadata.name ?? "" };
  const found = cluster.pathOf(name);
  if (found === undefined)
    throw new Error(`${kind} of ${apiVersion} is not served here: is its definition missing?`);
  const path = `${found.path}?fieldManager=sallyport-webhook-dev&force=true`;
  const { status, body } = await api.send("PATCH", path, object, "application/apply-patch+yaml");
  if (status >= 400) throw new Error(`${kind} ${name.name}: ${body.message ?? status}`);
}
