import type { ObjectMeta } from "../../../api/meta.ts";
import { type JsonObject, membersOf, records } from "../../../json/value.ts";
import type { StatefulSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod, PodTemplateSpec as PodTemplate } from "../../../types/tables/core/v1-types.ts";
import { STATEFUL_SETS } from "../../shared/kinds.ts";
import { controllerRef } from "../../shared/pods/controller-ref.ts";

const REVISION_LABEL = "controller-revision-hash";

/** Returns the number at the end of a pod's name; undefined if the pod does not belong to this set. */
export function ordinalOf({ metadata }: StatefulSet, pod: Pod): number | undefined {
  const prefix = `${metadata.name}-`;
  const { name = "" } = pod.metadata;
  const rest = name.slice(prefix.length);
  return name.startsWith(prefix) && /^(0|[1-9]\d{0,9})$/.test(rest) ? Number(rest) : undefined;
}

/** Returns true if the set wants a pod of this ordinal. */
export function isInRange(set: StatefulSet, pod: Pod): boolean {
  const start = set.spec?.ordinals?.start ?? 0;
  const ordinal = ordinalOf(set, pod) ?? -1;
  return ordinal >= start && ordinal < start + (set.spec?.replicas ?? 1);
}

/** Name of the revision that a pod was made from; empty if it has no label. */
export const revisionOf = ({ metadata }: Pod): string => metadata.labels?.[REVISION_LABEL] ?? "";

/** A pod to be created for a set. */
export interface NewPod extends JsonObject {
  metadata: ObjectMeta & { name: string };
}

/** Returns the pod of an ordinal, with its own name, host name and claims. */
export function podOf(set: StatefulSet, template: PodTemplate, revision: string, ordinal: number): NewPod {
  const name = `${set.metadata.name}-${ordinal}`;
  const { labels, annotations, finalizers } = template.metadata ?? {};
  const claims = claimTemplates(set).map((claim) => String(claim.metadata.name));
  const volumes = records(template.spec?.volumes);
  const all = [
    ...claims.map((claim) => ({ name: claim, persistentVolumeClaim: { claimName: claimName(claim, name) } })),
    ...volumes.filter((volume) => !claims.includes(String(volume.name))),
  ];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      generateName: `${set.metadata.name}-`,
      namespace: set.metadata.namespace ?? "",
      labels: {
        ...labels,
        "statefulset.kubernetes.io/pod-name": name,
        "apps.kubernetes.io/pod-index": String(ordinal),
        [REVISION_LABEL]: revision,
      },
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [controllerRef(STATEFUL_SETS, set)],
    },
    spec: {
      ...template.spec,
      hostname: name,
      ...(set.spec?.serviceName ? { subdomain: set.spec.serviceName } : {}),
      ...(all.length === 0 ? {} : { volumes: all }),
    },
  };
}

const claimTemplates = ({ spec }: StatefulSet) => spec?.volumeClaimTemplates ?? [];

const claimName = (template: string, pod: string): string => `${template}-${pod}`;

/** A claim to be created for a pod. */
export interface NewClaim extends JsonObject {
  metadata: ObjectMeta & { name: string };
}

/**
 * Returns the claims of a pod of the set. They stay after the pod, unless the set has another retention
 * policy.
 */
export function claimsOf(set: StatefulSet, pod: string): NewClaim[] {
  const { matchLabels } = membersOf<{ matchLabels: { [label: string]: string } }>(set.spec?.selector);
  return claimTemplates(set).map(({ metadata, spec }) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      ...metadata,
      name: claimName(metadata.name ?? "", pod),
      labels: { ...metadata.labels, ...matchLabels },
    },
    ...(spec === undefined ? {} : { spec }),
  }));
}
