import { addTo } from "../../../async/groups.ts";
import type { DaemonSet } from "../../../types/tables/apps/v1-types.ts";
import type {
  Node,
  Pod,
  PodTemplateSpec as PodTemplate,
  Toleration,
} from "../../../types/tables/core/v1-types.ts";
import { isSelected, requiredTerms, tolerates } from "../../nodes/scheduler/fits.ts";
import { templateOf } from "../../shared/pods/pod-from-template.ts";

export const HASH_LABEL = "controller-revision-hash";
const on = (reason: string, effect: string): Toleration => ({
  key: `node.kubernetes.io/${reason}`,
  operator: "Exists",
  effect,
});

/** Tolerations of every DaemonSet pod. With them it stays on nodes that evict other pods. */
const TOLERATIONS: readonly Toleration[] = [
  on("not-ready", "NoExecute"),
  on("unreachable", "NoExecute"),
  on("disk-pressure", "NoSchedule"),
  on("memory-pressure", "NoSchedule"),
  on("pid-pressure", "NoSchedule"),
  on("unschedulable", "NoSchedule"),
];

/** A DaemonSet with everything that decides about its pods. */
export interface DaemonView {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  /** Hash of the newest template. */
  readonly hash: string;
  readonly now: number;
}

/** Name of a node. */
export const nameOf = ({ metadata }: Node): string => metadata.name ?? "";

/** Returns the node of a pod. For a pod without a node this is the node that its affinity names. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec?.nodeName !== undefined) return spec.nodeName;
  const [term] = requiredTerms(spec?.affinity) ?? [];
  return term?.matchFields?.find(({ key }) => key === "metadata.name")?.values?.[0];
}

/**
 * Tolerations of a daemon's pods: those of the template and those that the controller adds
 * (AddOrUpdateDaemonPodTolerations).
 */
export const allTolerations = ({ spec }: PodTemplate): Toleration[] => [
  ...(spec?.tolerations ?? []),
  ...TOLERATIONS,
  ...(spec?.hostNetwork === true ? [on("network-unavailable", "NoSchedule")] : []),
];

/** `run`: true if a pod of the set has to run on the node. `stay`: true if an existing pod can stay there. */
export function belongs(set: DaemonSet, node: Node): { readonly run: boolean; readonly stay: boolean } {
  const template = templateOf(set);
  const isMeant =
    (template.spec?.nodeName === undefined || template.spec.nodeName === nameOf(node)) &&
    isSelected({ metadata: {}, ...(template.spec === undefined ? {} : { spec: template.spec }) }, node);
  const tolerations = allTolerations(template);
  const repels = (effect: string): boolean =>
    (node.spec?.taints ?? []).some((taint) => taint.effect === effect && !tolerates(tolerations, taint));
  return {
    run: isMeant && !repels("NoSchedule") && !repels("NoExecute"),
    stay: isMeant && !repels("NoExecute"),
  };
}

/**
 * Returns the pods of each node, the oldest first. Pods that are bound to the node come before those that are
 * only assigned to it by affinity.
 */
export function podsByNode({ pods }: DaemonView): Map<string, Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of [...pods].sort(byAge)) {
    const node = nodeOf(pod);
    if (node !== undefined) addTo(byNode, node, pod);
  }
  return byNode;
}

/** Sorts by age in seconds, then by name. */
const byAge = (a: Pod, b: Pod): number => (ageKey(a) < ageKey(b) ? -1 : 1);

const ageKey = ({ spec, metadata }: Pod): string =>
  `${spec?.nodeName === undefined ? 1 : 0} ${metadata.creationTimestamp} ${metadata.name}`;

/** True if the pod was made from the template with this hash. */
export const isCurrent = ({ metadata }: Pod, hash: string): boolean => metadata.labels?.[HASH_LABEL] === hash;
