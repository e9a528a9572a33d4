import { formatGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { compileLabelSelector } from "../../../api/selectors/label-selector.ts";
import { isJsonObject } from "../../../json/value.ts";
import type { ReplicasPaths } from "../../../resources/machine/apply/managers/scale-fields.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Target } from "../target.ts";

type InVersion = Pick<Target, "resource" | "kind">;

/**
 * Builds the autoscaling/v1 Scale from its parent object in the version of the request
 * (kubernetes/pkg/registry/apps/deployment/storage/storage.go, scaleFromDeployment). `missing`: see
 * `ScaleAccess.read`.
 */
export function scaleOf({ resource, kind }: InVersion, parent: KubeObject, missing?: number): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = parent.metadata;
  const custom = resource.scale?.inVersion(kind.version).read(parent, missing);
  const replicas = custom?.replicas ?? replicasIn(parent.spec);
  const selector = custom === undefined ? selectorText(parent.spec) : custom.selector;
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: withoutUndefined({ name, namespace, uid, resourceVersion, creationTimestamp }),
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: custom?.statusReplicas ?? replicasIn(parent.status),
      ...(selector === undefined || selector === "" ? {} : { selector }),
    },
  };
}

/** Returns the object with the number of replicas of the scale. */
export function withReplicas(
  { resource, kind }: InVersion,
  parent: KubeObject,
  scale: KubeObject,
): KubeObject {
  const replicas = replicasIn(scale.spec);
  if (resource.scale !== undefined) return resource.scale.inVersion(kind.version).write(parent, replicas);
  const spec = isJsonObject(parent.spec) ? parent.spec : {};
  return { ...parent, spec: { ...spec, replicas } };
}

/** `spec.replicas` of a Scale; 0 if it is absent. */
export const replicasOf = (scale: KubeObject): number => replicasIn(scale.spec);

function replicasIn(value: unknown): number {
  const number = isJsonObject(value) ? value.replicas : undefined;
  return typeof number === "number" ? number : 0;
}

/** Returns the text of a selector: a LabelSelector, or the plain map of a replication controller. */
function selectorText(spec: unknown): string | undefined {
  const selector = isJsonObject(spec) ? spec.selector : undefined;
  if (!isJsonObject(selector)) return undefined;
  const structured = "matchLabels" in selector || "matchExpressions" in selector;
  return compileLabelSelector(structured ? selector : { matchLabels: selector }).toString();
}

function withoutUndefined(metadata: Record<string, string | undefined>): KubeObject["metadata"] {
  return Object.fromEntries(Object.entries(metadata).filter(([, v]) => v !== undefined));
}

/** Returns the paths of the replicas in each version of the parent. */
export function replicasPaths({ group, versions, scale }: ResourceDefinition): ReplicasPaths {
  if (scale !== undefined) return scale.paths;
  return new Map(versions.map(({ version }) => [formatGroupVersion({ group, version }), SPEC_REPLICAS]));
}

const SPEC_REPLICAS = ["spec", "replicas"];
