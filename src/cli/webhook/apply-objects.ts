import type { JsonObject } from "../../api/json.ts";
import { memoryRequest } from "../../api/memory-request.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Cluster } from "../../cluster/cluster.ts";

/** Applies objects one after the other, definitions of custom resources first. Throws with the server's first refusal. */
export async function applyObjects(cluster: Cluster, objects: readonly JsonObject[]): Promise<void> {
  const order = ({ kind }: JsonObject): number =>
    kind === "CustomResourceDefinition" ? 0 : kind === "Namespace" ? 1 : 2;
  for (const object of [...objects].sort((a, b) => order(a) - order(b))) await apply(cluster, object);
}

async function apply(cluster: Cluster, object: JsonObject): Promise<void> {
  const { apiVersion = "", kind = "", metadata } = object as KubeObject;
  const name = { apiVersion, kind, namespace: metadata.namespace ?? "default", name: metadata.name ?? "" };
  const found = cluster.pathOf(name);
  if (found === undefined)
    throw new Error(`${kind} of ${apiVersion} is not served here: is its definition missing?`);
  const headers = {
    authorization: `Bearer ${cluster.token}`,
    "content-type": "application/apply-patch+yaml",
    accept: "application/json",
  };
  const response = await cluster.handle(
    memoryRequest({
      method: "PATCH",
      url: `${found.path}?fieldManager=sallyport-webhook-dev&force=true`,
      headers,
      body: JSON.stringify(object),
    }),
  );
  if (response.status < 400) return;
  const status = JSON.parse(Buffer.from(response.body as Uint8Array).toString()) as { message?: string };
  throw new Error(`${kind} ${name.name}: ${status.message ?? response.status}`);
}
