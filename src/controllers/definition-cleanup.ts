import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { type ApiClient, itemsOf } from "./api-client.ts";
import { type Controller, isDying } from "./controller.ts";

const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Deletes the objects of a definition of custom resources that is being deleted, then its clean-up finalizer. */
export const definitionCleanup: Controller = {
  name: "customresourcecleanup",
  alias: "customresourcecleanup",
  always: true,
  kinds: ["apiextensions.k8s.io/v1/CustomResourceDefinition"],
  start({ api, queue }) {
    const definitions = queue((name) => finish(api, name));
    return ({ object, deleted }) => {
      if (!deleted && isDying(object)) definitions.add(object.metadata.name ?? "");
    };
  },
};

async function finish(api: ApiClient, name: string): Promise<boolean> {
  const { status, body } = await api.get(`${DEFINITIONS}/${name}`);
  if (status === 404) return true;
  const definition = body as KubeObject;
  const { deletionTimestamp, finalizers = [] } = definition.metadata;
  if (deletionTimestamp === undefined || !finalizers.includes(CLEANUP)) return true;
  const spec = definition.spec as unknown as {
    group: string;
    names: { plural: string };
    versions: { name: string; served: boolean }[];
  };
  const served = spec.versions.find((version) => version.served);
  if (
    served !== undefined &&
    (await emptyResource(api, `/apis/${spec.group}/${served.name}`, spec.names.plural)) > 0
  )
    return false;
  const metadata = { ...definition.metadata, finalizers: finalizers.filter((f) => f !== CLEANUP) };
  const result = await api.send("PUT", `${DEFINITIONS}/${name}`, { ...definition, metadata } as JsonObject);
  return result.status === 200 || result.status === 404;
}

async function emptyResource(api: ApiClient, root: string, plural: string): Promise<number> {
  const found = itemsOf((await api.get(`${root}/${plural}`)).body);
  for (const { metadata } of found) {
    if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0) continue;
    const place = metadata.namespace === undefined ? "" : `/namespaces/${metadata.namespace}`;
    await api.send("DELETE", `${root}${place}/${plural}/${encodeURIComponent(metadata.name ?? "")}`);
  }
  return found.length === 0 ? 0 : itemsOf((await api.get(`${root}/${plural}`)).body).length;
}
