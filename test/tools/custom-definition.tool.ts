import type { KubeObject } from "../../src/api/meta.ts";
import type { JsonObject } from "../../src/json/value.ts";
import type { Answered, InMemoryCluster } from "./in-memory-cluster.tool.ts";

const SCHEMA = { openAPIV3Schema: { type: "object" } };

/**
 * A definition of namespaced objects of a kind in the group example.com. Of each version, and of `spec`, only what is
 * particular has to be said: the versions are v1, v2, …, and all are served.
 */
export function definitionOf(
  kind: string,
  versions: readonly JsonObject[] = [{}],
  spec: JsonObject = {},
): JsonObject & KubeObject {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const { group = "example.com" } = spec;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      ...{ group, scope: "Namespaced", names: { plural, singular, kind, listKind: `${kind}List` } },
      versions: versions.map((version, index) => ({
        ...{ name: `v${index + 1}`, served: true, storage: index === 0, schema: SCHEMA },
        ...version,
      })),
      ...spec,
    },
  };
}

/** Creates a definition. The parameters are those of `definitionOf`. */
export const define = (
  api: Pick<InMemoryCluster, "ask">,
  ...definition: Parameters<typeof definitionOf>
): Promise<Answered> =>
  api.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definitionOf(...definition));
