import { isSelected, tolerates } from "../scheduler/fits.ts";
import type { DaemonSet, Node, Pod, PodTemplate, Toleration } from "../workloads/types.ts";

export const HASH_LABEL = "controller-revision-hash";
const on = (reason: string, effect: string): Toleration => ({
  key: `node.kubernetes.io/${reason}`,
  operator: "Exists",
  effect,
});

/** Pods of a DaemonSet stay on nodes that others leave. */
const TOLERATIONS: readonly Toleration[] = [
  on("not-ready", "NoExecute"),
  on("unreachable", "NoExecute"),
  on("disk-pressure", "NoSchedule"),
  on("memory-pressure", "NoSchedule"),
  on("pid-pressure", "NoSchedule"),
  on("unschedulable", "NoSchedule"),
];

export interface DaemonView {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly hash: string;
  readonly now: number;
}

export const nameOf = ({ metadata }: Node): string => metadata.name ?? "";

/** A pod that has no node yet is meant for the one that its affinity names. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec?.nodeName !== undefined) return spec.nodeName;
  const { nodeAffinity } = (spec?.affinity ?? {}) as {
    nodeAffinity?: { requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms?: Term[] } };
  };
  const [term] = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return term?.matchFields?.find(({ key }) => key === "metadata.name")?.values?.[0];
}

interface Term {
  matchFields?: { key: string; operator: string; values?: string[] }[];
}

export const allTolerations = ({ spec }: PodTemplate): Toleration[] => [
  ...(spec?.tolerations ?? []),
  ...TOLERATIONS,
  ...(spec?.hostNetwork === true ? [on("network-unavailable", "NoSchedule")] : []),
];

/** Whether a pod has to be on the node, and whether one that is there may stay. */
export function belongs({ spec }: DaemonSet, node: Node): { readonly run: boolean; readonly stay: boolean } {
  const template = spec?.template ?? {};
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

/** The pods of each node, the oldest first; those that have a node yet come before those that are only meant for it. */
export function podsByNode({ pods }: DaemonView): Map<string, Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of [...pods].sort(byAge)) {
    const node = nodeOf(pod);
    if (node !== undefined) byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  return byNode;
}

/** By age, in seconds; by name when they are equally old. */
const byAge = (a: Pod, b: Pod): number => (ageKey(a) < ageKey(b) ? -1 : 1);

const ageKey = ({ spec, metadata }: Pod): string =>
  `${spec?.nodeName === undefined ? 1 : 0} ${metadata.creationTimestamp} ${metadata.name}`;

export const isCurrent = ({ metadata }: Pod, hash: string): boolean => metadata.labels?.[HASH_LABEL] === hash;
