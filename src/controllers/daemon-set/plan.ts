import type { JsonObject } from "../../api/json.ts";
import { isSelected, tolerates } from "../scheduler/fits.ts";
import { controllerRef } from "../workloads/controller-ref.ts";
import { DAEMON_SETS } from "../workloads/kinds.ts";
import { podFromTemplate } from "../workloads/pod-from-template.ts";
import { isAvailable, isReady } from "../workloads/pods.ts";
import { scaledValue } from "../workloads/scaled-value.ts";
import type { DaemonSet, DaemonSetStatus, Node, Pod, PodTemplate, Toleration } from "../workloads/types.ts";

export const HASH_LABEL = "controller-revision-hash";
const GENERATION = "deprecated.daemonset.template.generation";

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

export interface DaemonPlan {
  /** The nodes that lack a pod. */
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
}

/** So many pods are made or deleted at a time. */
const MOST_PODS = 250;

const nameOf = ({ metadata }: Node): string => metadata.name ?? "";

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

const allTolerations = ({ spec }: PodTemplate): Toleration[] => [
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

export function planDaemons(view: DaemonView): DaemonPlan {
  const { set, nodes } = view;
  if (set.metadata.deletionTimestamp !== undefined) return { create: [], remove: [] };
  const byNode = podsByNode(view);
  const create: string[] = [];
  const remove: Pod[] = [];
  for (const node of nodes) {
    const there = byNode.get(nameOf(node)) ?? [];
    const { run, stay } = belongs(set, node);
    const ended = there.filter(
      ({ status, metadata }) => status?.phase === "Failed" && metadata.deletionTimestamp === undefined,
    );
    const alive = there.filter((pod) => !ended.includes(pod) && pod.metadata.deletionTimestamp === undefined);
    remove.push(...ended);
    if (!stay) remove.push(...alive);
    else remove.push(...alive.slice(1));
    if (run && there.length === 0) create.push(nameOf(node));
  }
  if (create.length + remove.length > 0)
    return { create: create.slice(0, MOST_PODS), remove: remove.slice(0, MOST_PODS) };
  return { create: [], remove: outdated(view, byNode) };
}

function podsByNode({ pods }: DaemonView): Map<string, Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of [...pods].sort(byAge)) {
    const node = nodeOf(pod);
    if (node !== undefined) byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  return byNode;
}

const byAge = (a: Pod, b: Pod): number =>
  (a.metadata.creationTimestamp ?? "") < (b.metadata.creationTimestamp ?? "") ? -1 : 1;

const isCurrent = ({ metadata }: Pod, hash: string): boolean => metadata.labels?.[HASH_LABEL] === hash;

/** Pods of an older template, as many as may be missing at a time; those that do not work anyhow go first. */
function outdated(
  { set, nodes, pods, hash, now }: DaemonView,
  byNode: ReadonlyMap<string, readonly Pod[]>,
): Pod[] {
  if (set.spec?.updateStrategy?.type === "OnDelete") return [];
  const wanted = nodes.filter((node) => belongs(set, node).run);
  const most = scaledValue(set.spec?.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, wanted.length, true);
  const works = (pod: Pod): boolean =>
    pod.metadata.deletionTimestamp === undefined && isAvailable(pod, set.spec?.minReadySeconds ?? 0, now);
  const missing = wanted.filter((node) => !(byNode.get(nameOf(node)) ?? []).some(works)).length;
  const old = pods.filter((pod) => !isCurrent(pod, hash) && pod.metadata.deletionTimestamp === undefined);
  const broken = old.filter((pod) => !works(pod));
  // At least one, or nothing could ever change.
  return [...broken, ...old.filter(works).slice(0, Math.max(0, Math.max(1, most) - missing))];
}

export function daemonStatus(view: DaemonView): DaemonSetStatus {
  const { set, nodes, hash, now } = view;
  const byNode = podsByNode(view);
  const count = { desired: 0, current: 0, misplaced: 0, ready: 0, available: 0, updated: 0 };
  for (const node of nodes) {
    const [oldest] = byNode.get(nameOf(node)) ?? [];
    if (!belongs(set, node).run) {
      if (oldest !== undefined) count.misplaced++;
      continue;
    }
    count.desired++;
    if (oldest === undefined) continue;
    count.current++;
    if (isReady(oldest)) count.ready++;
    if (isAvailable(oldest, set.spec?.minReadySeconds ?? 0, now)) count.available++;
    if (isCurrent(oldest, hash)) count.updated++;
  }
  const missing = count.desired - count.available;
  const { collisionCount, conditions } = set.status ?? {};
  return {
    currentNumberScheduled: count.current,
    numberMisscheduled: count.misplaced,
    desiredNumberScheduled: count.desired,
    numberReady: count.ready,
    observedGeneration: set.metadata.generation ?? 0,
    ...(count.updated === 0 ? {} : { updatedNumberScheduled: count.updated }),
    ...(count.available === 0 ? {} : { numberAvailable: count.available }),
    ...(missing === 0 ? {} : { numberUnavailable: missing }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

/** The pod for a node: the scheduler binds it to this node only. */
export function daemonPod(set: DaemonSet, hash: string, node: string): JsonObject {
  const template = set.spec?.template ?? {};
  const generation = set.metadata.annotations?.[GENERATION];
  const labels = {
    ...template.metadata?.labels,
    [HASH_LABEL]: hash,
    ...(generation === undefined ? {} : { "pod-template-generation": generation }),
  };
  const pod = podFromTemplate({ ...template, metadata: { ...template.metadata, labels } }, DAEMON_SETS, set);
  const given = (template.spec?.affinity ?? {}) as { nodeAffinity?: JsonObject };
  const matchFields = [{ key: "metadata.name", operator: "In", values: [node] }];
  const known = given.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution as
    | { nodeSelectorTerms?: JsonObject[] }
    | undefined;
  // It replaces the terms of the template, which have been looked at.
  const required = { ...known, nodeSelectorTerms: [{ matchFields }] };
  return {
    ...pod,
    metadata: { ...(pod.metadata as JsonObject), ownerReferences: [controllerRef(DAEMON_SETS, set)] },
    spec: {
      ...template.spec,
      affinity: {
        ...given,
        nodeAffinity: { ...given.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required },
      },
      tolerations: allTolerations(template),
    },
  };
}
