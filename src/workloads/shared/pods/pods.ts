import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { findCondition } from "../conditions.ts";

/** True for pods that have not ended and are not being deleted. */
export const isActive = ({ status, metadata }: Pod): boolean =>
  status?.phase !== "Succeeded" && status?.phase !== "Failed" && metadata.deletionTimestamp === undefined;

/** Returns true if a pod is being deleted and has not ended. */
export const isTerminating = ({ status, metadata }: Pod): boolean =>
  status?.phase !== "Succeeded" && status?.phase !== "Failed" && metadata.deletionTimestamp !== undefined;

/** True if the condition Ready is true. */
export const isReady = ({ status }: Pod): boolean =>
  findCondition(status?.conditions, "Ready")?.status === "True";

/** Returns the time since which a pod is ready, in milliseconds since the epoch; undefined if it is not ready. */
function readySince({ status }: Pod): number | undefined {
  const condition = findCondition(status?.conditions, "Ready");
  if (condition?.status !== "True") return undefined;
  return timeOf(condition.lastTransitionTime);
}

/**
 * Returns the delay until a ready pod becomes available, in milliseconds; 0 if it is available, undefined if
 * it is not ready.
 */
export function availableIn(pod: Pod, minReadySeconds: number, now: number): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return 0;
  const since = readySince(pod);
  return since === undefined ? undefined : Math.max(0, since + minReadySeconds * 1000 - now);
}

/** True if the pod has been ready for `minReadySeconds` at the time `now`, in milliseconds. */
export const isAvailable = (pod: Pod, minReadySeconds: number, now: number): boolean =>
  availableIn(pod, minReadySeconds, now) === 0;

const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

const DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

function deletionCost({ metadata }: Pod): number {
  const text = metadata.annotations?.[DELETION_COST];
  return text !== undefined && /^([1-9]\d{0,9}|-[1-9]\d{0,9}|0)$/.test(text) ? Number(text) : 0;
}

const maxRestarts = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount = 0 }) => restartCount));

function timeOf(time: string | null | undefined): number | undefined {
  return typeof time === "string" ? Date.parse(time) : undefined;
}

type Compare = (a: Pod, b: Pod) => number;

/** Compares ages by their order of magnitude, so that not always the youngest pods are deleted. */
function byAge(a: number | undefined, b: number | undefined, now: number): number | undefined {
  if (a === undefined || b === undefined || a === b) return undefined;
  return magnitude(now - a) - magnitude(now - b);
}

/** Returns the binary order of magnitude of a duration in nanoseconds; -1 for 0 and less. */
const magnitude = (milliseconds: number): number =>
  milliseconds > 0 ? Math.floor(Math.log2(milliseconds * 1e6)) : -1;

const byUid: Compare = (a, b) => ((a.metadata.uid ?? "") < (b.metadata.uid ?? "") ? -1 : 1);

/**
 * Sorts pods in the order of their deletion: ActivePodsWithRanks of the reference. `ranks`: number of related
 * pods on the node of a pod.
 */
export function deletionOrder(pods: readonly Pod[], ranks: ReadonlyMap<Pod, number>, now: number): Pod[] {
  const steps: Compare[] = [
    (a, b) => Number(a.spec?.nodeName !== undefined) - Number(b.spec?.nodeName !== undefined),
    (a, b) => (PHASES[a.status?.phase ?? ""] ?? 0) - (PHASES[b.status?.phase ?? ""] ?? 0),
    (a, b) => Number(isReady(a)) - Number(isReady(b)),
    (a, b) => deletionCost(a) - deletionCost(b),
    (a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0),
    (a, b) => ageStep(a, b, byAge(readySince(a), readySince(b), now)),
    (a, b) => maxRestarts(b) - maxRestarts(a),
    (a, b) => ageStep(a, b, byAge(createdAt(a), createdAt(b), now)),
  ];
  return [...pods].sort((a, b) => {
    for (const step of steps) {
      const order = step(a, b);
      if (order !== 0) return order;
    }
    return 0;
  });
}

const createdAt = ({ metadata }: Pod): number | undefined => timeOf(metadata.creationTimestamp);

const ageStep = (a: Pod, b: Pod, order: number | undefined): number =>
  order === undefined ? 0 : order === 0 ? byUid(a, b) : order;
