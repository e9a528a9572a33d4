import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { type ApiClient, itemsOf } from "./api-client.ts";

/**
 * Empties a namespace that is being deleted and lets it go: deletes everything in it, waits for what has finalizers,
 * then takes `kubernetes` out of spec.finalizers. Answers whether nothing is left to do.
 */
export async function finishNamespace(api: ApiClient, name: string): Promise<boolean> {
  const { status, body } = await api.get(`/api/v1/namespaces/${name}`);
  if (status === 404) return true;
  const namespace = body as KubeObject;
  if (namespace.metadata?.deletionTimestamp === undefined) return true;
  let remaining = 0;
  for (const collection of await collections(api, name)) remaining += await empty(api, collection);
  if (remaining > 0) return false;
  return finalize(api, name, namespace);
}

/** Paths of everything namespaced that can be listed and deleted. */
async function collections(api: ApiClient, namespace: string): Promise<string[]> {
  const groups = (await api.get("/apis")).body.groups as unknown as {
    versions: { groupVersion: string }[];
    preferredVersion: { groupVersion: string };
  }[];
  const roots = ["/api/v1", ...groups.map((g) => `/apis/${g.preferredVersion.groupVersion}`)];
  const paths: string[] = [];
  for (const root of roots) {
    const resources = ((await api.get(root)).body.resources ?? []) as unknown as Resource[];
    for (const { name, namespaced, verbs } of resources)
      if (namespaced && verbs.includes("list") && verbs.includes("delete") && !name.includes("/"))
        paths.push(`${root}/namespaces/${namespace}/${name}`);
  }
  return paths;
}

interface Resource {
  readonly name: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Deletes a collection; how many objects are still there. */
async function empty(api: ApiClient, path: string): Promise<number> {
  const found = itemsOf((await api.get(path)).body);
  for (const { metadata } of found) {
    if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0) continue;
    const body: JsonObject = {
      kind: "DeleteOptions",
      apiVersion: "v1",
      propagationPolicy: "Background",
      gracePeriodSeconds: 0,
    };
    await api.send("DELETE", `${path}/${encodeURIComponent(metadata.name ?? "")}`, body);
  }
  return found.length === 0 ? 0 : itemsOf((await api.get(path)).body).length;
}

async function finalize(api: ApiClient, name: string, namespace: KubeObject): Promise<boolean> {
  const spec = (namespace.spec ?? {}) as JsonObject;
  const finalizers = ((spec.finalizers ?? []) as string[]).filter((f) => f !== "kubernetes");
  const { status } = await api.send("PUT", `/api/v1/namespaces/${name}/finalize`, {
    ...namespace,
    spec: { ...spec, finalizers },
  });
  return status === 200 || status === 404;
}
