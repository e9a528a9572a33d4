import { availableIn, isReady } from "../workloads/pods.ts";
import type { Pod, StatefulSet, StatefulSetStatus } from "../workloads/types.ts";
import { ordinalOf, revisionOf } from "./pods.ts";

/** The names of the revisions of a set. */
export interface Revisions {
  /** That of pods which are not to be replaced yet. */
  readonly current: string;
  readonly update: string;
}

export interface SetPlan {
  /** Pods whose claims have to be as the set wants them, before the rest is done. */
  readonly tend: readonly Pod[];
  readonly create: readonly { readonly ordinal: number; readonly revision: string }[];
  readonly remove: readonly Pod[];
}

/** So many pods are made or deleted at a time. */
const MOST_PODS = 500;

type Steps = Omit<SetPlan, "tend">;

const NOTHING: Steps = { create: [], remove: [] };

/** Who looks at pods: since when they are available depends on the time. */
export interface View {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  readonly revisions: Revisions;
  readonly now: number;
}

/** What is to be done next to the pods of a set. In order each waits for the one before it, `Parallel` for none. */
export function planSet(view: View): SetPlan {
  const { set } = view;
  if (set.metadata.deletionTimestamp !== undefined) return { tend: [], ...NOTHING };
  const { wanted, condemned } = sorted(view);
  const replicas = replicaPlan(view, wanted);
  const reached = replicas === undefined || !isOrdered(set) ? wanted : upToFirstNotServing(view, wanted);
  return {
    tend: [...reached.flatMap(({ pod }) => pod ?? []), ...(replicas === undefined ? condemned : [])],
    ...(replicas ?? condemnedPlan(view, wanted, condemned) ?? updatePlan(view, wanted)),
  };
}

function upToFirstNotServing(view: View, wanted: readonly Place[]): readonly Place[] {
  const last = wanted.findIndex(({ pod }) => !isServing(view, pod));
  return last < 0 ? wanted : wanted.slice(0, last + 1);
}

interface Place {
  readonly ordinal: number;
  readonly pod: Pod | undefined;
}

function sorted({ set, pods }: View): { wanted: Place[]; condemned: Pod[] } {
  const start = set.spec?.ordinals?.start ?? 0;
  const count = set.spec?.replicas ?? 1;
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
  const has = new Set(Array.from({ length: count }, (_, i) => start + i));
  const condemned = [...byOrdinal].filter(([ordinal]) => ordinal !== undefined && !has.has(ordinal));
  return {
    wanted: [...has].map((ordinal) => ({ ordinal, pod: byOrdinal.get(ordinal) })),
    condemned: condemned.sort(([a = 0], [b = 0]) => b - a).map(([, pod]) => pod),
  };
}

export const isOrdered = ({ spec }: StatefulSet): boolean => spec?.podManagementPolicy !== "Parallel";

const isDying = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;

const hasEnded = ({ status }: Pod): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";

export const isServing = ({ set, now }: View, pod: Pod | undefined): boolean =>
  pod !== undefined && !isDying(pod) && availableIn(pod, set.spec?.minReadySeconds ?? 0, now) === 0;

/** Undefined: all are there, and in order all are available. */
function replicaPlan(view: View, wanted: readonly Place[]): Steps | undefined {
  const create: { ordinal: number; revision: string }[] = [];
  const remove: Pod[] = [];
  const isDone = (): boolean => create.length + remove.length >= MOST_PODS;
  for (const { ordinal, pod } of wanted) {
    if (pod === undefined) create.push({ ordinal, revision: revisionFor(view, ordinal) });
    else if (hasEnded(pod) && !isDying(pod)) remove.push(pod);
    if (isDone() || (isOrdered(view.set) && !isServing(view, pod))) return { create, remove };
  }
  return create.length + remove.length === 0 ? undefined : { create, remove };
}

/** Below the partition pods keep the revision that they had. */
function revisionFor({ set, revisions }: View, ordinal: number): string {
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {};
  const start = set.spec?.ordinals?.start ?? 0;
  const kept =
    rollingUpdate === undefined ? (set.status?.currentReplicas ?? 0) : (rollingUpdate.partition ?? 0);
  const keeps = rollingUpdate !== undefined || type === "RollingUpdate";
  return keeps && ordinal < start + kept ? revisions.current : revisions.update;
}

function condemnedPlan(view: View, wanted: readonly Place[], condemned: readonly Pod[]): Steps | undefined {
  const alive = condemned.filter((pod) => !isDying(pod));
  if (condemned.length === 0) return undefined;
  if (!isOrdered(view.set))
    return alive.length === 0 ? undefined : { create: [], remove: alive.slice(0, MOST_PODS) };
  const [first] = condemned;
  if (first === undefined || isDying(first)) return NOTHING;
  const unhealthy = [...wanted.map(({ pod }) => pod), ...[...condemned].reverse()].find(
    (pod) => !isServing(view, pod),
  );
  return isServing(view, first) || unhealthy === first ? { create: [], remove: [first] } : NOTHING;
}

/** Replaces one pod at a time, the last one first. */
function updatePlan(view: View, wanted: readonly Place[]): Steps {
  const { updateStrategy } = view.set.spec ?? {};
  if (updateStrategy?.type === "OnDelete") return NOTHING;
  for (const { pod } of wanted.slice(updateStrategy?.rollingUpdate?.partition ?? 0).reverse()) {
    if (pod !== undefined && revisionOf(pod) !== view.revisions.update && !isDying(pod))
      return { create: [], remove: [pod] };
    if (!isServing(view, pod)) return NOTHING;
  }
  return NOTHING;
}

export function statusOf(view: View, collisionCount: number): StatefulSetStatus {
  const { set, pods, revisions } = view;
  const alive = pods.filter((pod) => !isDying(pod));
  const ready = pods.filter((pod) => pod.status?.phase === "Running" && isReady(pod));
  const counts = {
    readyReplicas: ready.length,
    currentReplicas: alive.filter((pod) => revisionOf(pod) === revisions.current).length,
    updatedReplicas: alive.filter((pod) => revisionOf(pod) === revisions.update).length,
  };
  const wanted = set.spec?.replicas ?? 1;
  const isUpdated =
    set.spec?.updateStrategy?.type !== "OnDelete" &&
    counts.updatedReplicas === wanted &&
    ready.length === wanted &&
    pods.length === wanted;
  if (isUpdated) counts.currentReplicas = counts.updatedReplicas;
  const { conditions } = set.status ?? {};
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    availableReplicas: ready.filter((pod) => availableIn(pod, set.spec?.minReadySeconds ?? 0, view.now) === 0)
      .length,
    currentRevision: isUpdated ? revisions.update : revisions.current,
    updateRevision: revisions.update,
    collisionCount,
    ...(conditions === undefined ? {} : { conditions }),
  };
}

/** In how many milliseconds the next ready pod becomes available. */
export function nextAvailability({ set, pods, now }: View): number | undefined {
  const waits = pods
    .map((pod) => availableIn(pod, set.spec?.minReadySeconds ?? 0, now) ?? 0)
    .filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : Math.min(...waits);
}
