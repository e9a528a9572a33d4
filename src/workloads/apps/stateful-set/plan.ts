import type { StatefulSet, StatefulSetStatus } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { availableIn, isReady } from "../../shared/pods/pods.ts";
import { ordinalOf, revisionOf } from "./pods.ts";

/** The names of the revisions of a set. */
interface Revisions {
  /** The revision of pods that are not to be replaced yet. */
  readonly current: string;
  readonly update: string;
}

/** The next steps of a StatefulSet. */
export interface SetPlan {
  /** Pods whose claims are repaired before the other steps. */
  readonly tend: readonly Pod[];
  readonly create: readonly { readonly ordinal: number; readonly revision: string }[];
  readonly remove: readonly Pod[];
}

/** Largest number of pods that are created or deleted in one step. */
const MOST_PODS = 500;

type Steps = Omit<SetPlan, "tend">;

const NOTHING: Steps = { create: [], remove: [] };

/** A set, its pods and the time: pods become available after some time. */
export interface View {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  readonly revisions: Revisions;
  readonly now: number;
}

/**
 * Plans the next step for the pods of a set. In the ordered mode each pod waits for the previous one, with
 * `Parallel` none does.
 */
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

/** True if pods are created and removed one after the other. */
export const isOrdered = ({ spec }: StatefulSet): boolean => spec?.podManagementPolicy !== "Parallel";

const isDying = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;

const hasEnded = ({ status }: Pod): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";

/** True if the pod exists, is not being deleted, and has been ready for `minReadySeconds`. */
export const isServing = ({ set, now }: View, pod: Pod | undefined): boolean =>
  pod !== undefined && !isDying(pod) && availableIn(pod, set.spec?.minReadySeconds ?? 0, now) === 0;

/** Undefined: all pods exist, and in the ordered mode all are available. */
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

/** Returns the revision of a new pod. Below the partition, pods keep the current revision. */
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

/** Replaces one pod at a time, from the last ordinal to the first. */
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

/** The status for the pods as they are now. After a complete update all pods count as current. */
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

/**
 * Returns the delay until the next ready pod becomes available, in milliseconds; undefined if none is waiting
 * for that.
 */
export function nextAvailability({ set, pods, now }: View): number | undefined {
  const waits = pods
    .map((pod) => availableIn(pod, set.spec?.minReadySeconds ?? 0, now) ?? 0)
    .filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : Math.min(...waits);
}
