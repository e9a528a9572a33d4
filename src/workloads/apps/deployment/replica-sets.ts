import { semanticEqual } from "../../../json/semantic-equal.ts";
import { type JsonObject, record } from "../../../json/value.ts";
import type { Deployment, ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import type { PodTemplateSpec as PodTemplate } from "../../../types/tables/core/v1-types.ts";
import { DEPLOYMENTS } from "../../shared/kinds.ts";
import { controllerRef } from "../../shared/pods/controller-ref.ts";
import { templateOf } from "../../shared/pods/pod-from-template.ts";
import { newestAnnotations, revisionOf } from "./revision.ts";
import { newestReplicas } from "./sizes.ts";

/** The replica sets of a Deployment: the one of its current template, and the older ones, the oldest first. */
export interface Generations {
  readonly newest: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
}

const HASH_LABEL = "pod-template-hash";

/**
 * Divides the replica sets: the oldest one with the template of the deployment is the newest generation
 * (FindNewReplicaSet).
 */
export function generationsOf(deployment: Deployment, replicaSets: readonly ReplicaSet[]): Generations {
  const sorted = [...replicaSets].sort(byAge);
  const newest = sorted.find(({ spec }) => sameTemplate(spec?.template, deployment.spec?.template));
  return { newest, old: sorted.filter((replicaSet) => replicaSet !== newest) };
}

/** Returns true if two templates are equal, apart from the label with their hash. */
export const sameTemplate = (a: PodTemplate | undefined, b: PodTemplate | undefined): boolean =>
  semanticEqual(withoutHash(a), withoutHash(b));

function withoutHash(template: PodTemplate | undefined): PodTemplate | undefined {
  const labels = template?.metadata?.labels;
  if (template === undefined || labels?.[HASH_LABEL] === undefined) return template;
  const { [HASH_LABEL]: _, ...rest } = labels;
  return { ...template, metadata: { ...template.metadata, labels: rest } };
}

const createdAt = ({ metadata }: ReplicaSet): string => metadata.creationTimestamp ?? "";
const nameOf = ({ metadata }: ReplicaSet): string => metadata.name ?? "";

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares by creation time, then by name. */
export const byAge = (a: ReplicaSet, b: ReplicaSet): number =>
  compare(createdAt(a), createdAt(b)) || compare(nameOf(a), nameOf(b));

/** Compares by the annotation with the revision; by age if one has none or both are equal. */
export function byRevision(a: ReplicaSet, b: ReplicaSet): number {
  const [first, second] = [revisionOf(a), revisionOf(b)];
  if (first === undefined || second === undefined || first === second) return byAge(a, b);
  return first < second ? -1 : 1;
}

/** Longest name of an object. */
const LONGEST_NAME = 253;

/** Returns the new replica set of the current template. */
export function newReplicaSet(
  deployment: Deployment,
  old: readonly ReplicaSet[],
  hash: string,
  revision: bigint,
): ReplicaSet {
  const template = templateOf(deployment);
  const { minReadySeconds = 0, selector } = deployment.spec ?? {};
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
  const name = `${(deployment.metadata.name ?? "").slice(0, LONGEST_NAME - 1 - hash.length)}-${hash}`;
  const draft: ReplicaSet = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name,
      namespace: deployment.metadata.namespace ?? "",
      labels,
      annotations: { ...newestAnnotations(deployment, {}, revision, true) },
      ownerReferences: [controllerRef(DEPLOYMENTS, deployment)],
    },
    spec: {
      replicas: 0,
      ...(minReadySeconds === 0 ? {} : { minReadySeconds }),
      selector: selectorWith(selector ?? {}, hash),
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
  const replicas = newestReplicas(deployment, [...old, draft], draft);
  return { ...draft, spec: { ...draft.spec, replicas } };
}

const selectorWith = (selector: JsonObject, hash: string): JsonObject => ({
  ...selector,
  matchLabels: { ...record(selector.matchLabels), [HASH_LABEL]: hash },
});
