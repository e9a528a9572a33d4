import type { JsonObject } from "../../../src/json/value.ts";
import type { InMemoryCluster } from "../../tools/in-memory-cluster.tool.ts";
import { askAs, listOf, type Stored } from "./stored.ts";

const GATE = "example.com/containers-started";

/**
 * Workloads whose pods wait for their containers. Fake nodes check neither the mounts of a pod nor a token of its
 * account, and report every pod as ready at once, except for its gates.
 */
export function gated(object: JsonObject): JsonObject {
  const spec = object.spec as { template?: { spec: JsonObject } } | undefined;
  if (spec?.template === undefined) return object;
  const template = {
    ...spec.template,
    spec: { ...spec.template.spec, readinessGates: [{ conditionType: GATE }] },
  };
  return { ...object, spec: { ...spec, template } as unknown as JsonObject };
}

/** Starts containers as a kubelet does for pods of its node: after all mounts and a token are available. */
export async function startContainers(api: InMemoryCluster): Promise<void> {
  for (const pod of await listOf(api, "/api/v1/pods")) {
    const { nodeName, volumes = [] } = pod.spec as { nodeName?: string; volumes?: Volume[] };
    if (nodeName === undefined || isStarted(pod)) continue;
    if (!(await mounts(api, pod, volumes)) || !(await takesToken(api, pod, nodeName))) continue;
    const status = { conditions: [{ type: GATE, status: "True" }] };
    const { name, namespace } = pod.metadata;
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
    await askAs(`system:node:${nodeName}`, api, "PATCH", path, { status });
  }
}

const isStarted = ({ status }: Stored): boolean =>
  ((status as { conditions?: { type: string; status: string }[] } | undefined)?.conditions ?? []).some(
    (condition) => condition.type === GATE && condition.status === "True",
  );

interface Volume {
  readonly secret?: { readonly secretName: string };
  readonly configMap?: { readonly name: string };
}

async function mounts(
  api: InMemoryCluster,
  { metadata: { namespace } }: Stored,
  volumes: readonly Volume[],
): Promise<boolean> {
  const paths = volumes.flatMap(({ secret, configMap }) => [
    ...(secret === undefined ? [] : [`secrets/${secret.secretName}`]),
    ...(configMap === undefined ? [] : [`configmaps/${configMap.name}`]),
  ]);
  const found = await Promise.all(
    paths.map((path) => api.ask("GET", `/api/v1/namespaces/${namespace}/${path}`)),
  );
  return found.every(({ status }) => status === 200);
}

async function takesToken(api: InMemoryCluster, { metadata }: Stored, nodeName: string): Promise<boolean> {
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: [] } };
  const path = `/api/v1/namespaces/${metadata.namespace}/serviceaccounts/default/token`;
  return (await askAs(`system:node:${nodeName}`, api, "POST", path, request)).status === 201;
}
