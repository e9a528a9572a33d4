import type { Deployment, ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import { byAge, type Generations } from "./replica-sets.ts";
import { desiredReplicas, hasAnnotations, maxReplicas, sizeAnnotations } from "./revision.ts";
import {
  isRollingUpdate,
  maxSurge,
  maxUnavailable,
  newestReplicas,
  replicasOf,
  sum,
  totalOf,
} from "./sizes.ts";

/** The new size of a replica set. The size of the Deployment is written into its annotations. */
export interface Scaling {
  readonly replicaSet: ReplicaSet;
  readonly replicas: number;
}

/** True if the replica set is to have pods. */
export const isRunning = (replicaSet: ReplicaSet): boolean => replicasOf(replicaSet) > 0;

const available = ({ status }: ReplicaSet): number => status?.availableReplicas ?? 0;

/** Returns the replica set to be written; undefined if nothing changes. */
export function scaledSet(deployment: Deployment, { replicaSet, replicas }: Scaling): ReplicaSet | undefined {
  const annotations = sizeAnnotations(deployment);
  const isSized = replicasOf(replicaSet) === replicas;
  if (isSized && hasAnnotations(replicaSet, annotations)) return undefined;
  const { metadata, spec } = replicaSet;
  return {
    ...replicaSet,
    metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } },
    spec: { ...spec, replicas },
  };
}

/**
 * Returns true if the size of the Deployment differs from the size for which its replica sets were last
 * scaled.
 */
export const isScalingEvent = (deployment: Deployment, { newest, old }: Generations): boolean =>
  [...old, ...(newest === undefined ? [] : [newest])]
    .filter(isRunning)
    .map(desiredReplicas)
    .some((desired) => desired !== undefined && desired !== replicasOf(deployment));

/** Returns the scalings of a Deployment that is paused or has a new size. They do not continue the rollout. */
export function proportionalScaling(deployment: Deployment, generations: Generations): readonly Scaling[] {
  const { newest, old } = generations;
  const wanted = replicasOf(deployment);
  const only = activeOrLatest(generations);
  if (only !== undefined) return replicasOf(only) === wanted ? [] : [{ replicaSet: only, replicas: wanted }];
  if (newest !== undefined && isSaturated(deployment, newest))
    return old.filter(isRunning).map((replicaSet) => ({ replicaSet, replicas: 0 }));
  if (!isRollingUpdate(deployment)) return [];
  return inProportion(deployment, generations).filter((scaling) => scaledSet(deployment, scaling));
}

/**
 * Returns the only replica set with replicas, or the newest one if none has replicas. Undefined if several
 * have replicas.
 */
function activeOrLatest({ newest, old }: Generations): ReplicaSet | undefined {
  const running = [...old]
    .reverse()
    .concat(newest ?? [])
    .filter(isRunning);
  if (running.length === 0) return newest ?? old.at(-1);
  return running.length === 1 ? running[0] : undefined;
}

const isSaturated = (deployment: Deployment, replicaSet: ReplicaSet): boolean =>
  replicasOf(replicaSet) === replicasOf(deployment) &&
  desiredReplicas(replicaSet) === replicasOf(deployment) &&
  available(replicaSet) === replicasOf(deployment);

function inProportion(deployment: Deployment, { newest, old }: Generations): Scaling[] {
  const running = [...old, ...(newest === undefined ? [] : [newest])].filter(isRunning);
  const wanted = replicasOf(deployment);
  const allowed = wanted > 0 ? wanted + maxSurge(deployment) : 0;
  const toAdd = allowed - totalOf(running);
  const sorted = bySize(running, toAdd);
  let added = 0;
  const scalings = sorted.map((replicaSet) => {
    const share = toAdd === 0 ? 0 : proportion(deployment, replicaSet, toAdd, added);
    added += share;
    return { replicaSet, replicas: replicasOf(replicaSet) + share };
  });
  return scalings.map((scaling, i) =>
    i === 0 && toAdd !== 0
      ? { ...scaling, replicas: Math.max(0, scaling.replicas + toAdd - added) }
      : scaling,
  );
}

/**
 * Sorts by size, the largest first. Equal sizes: the newer first for additional replicas, the older first for
 * a reduction.
 */
function bySize(replicaSets: readonly ReplicaSet[], toAdd: number): ReplicaSet[] {
  if (toAdd === 0) return [...replicaSets];
  const age = toAdd > 0 ? -1 : 1;
  return [...replicaSets].sort((a, b) => replicasOf(b) - replicasOf(a) || byAge(a, b) * age);
}

function proportion(deployment: Deployment, replicaSet: ReplicaSet, toAdd: number, added: number): number {
  if (!isRunning(replicaSet) || toAdd === added) return 0;
  const fraction = fractionOf(deployment, replicaSet);
  return toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added);
}

function fractionOf(deployment: Deployment, replicaSet: ReplicaSet): number {
  const [wanted, size] = [replicasOf(deployment), replicasOf(replicaSet)];
  if (wanted === 0) return -size;
  const before = maxReplicas(replicaSet) || (deployment.status?.replicas ?? 0);
  if (before === 0) return 0;
  return roundHalfAway((size * (wanted + maxSurge(deployment))) / before) - size;
}

const roundHalfAway = (value: number): number => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

/** Returns the next step of a rolling update; none if it waits for pods or is complete. */
export function rollingStep(
  deployment: Deployment,
  newest: ReplicaSet,
  old: readonly ReplicaSet[],
): Scaling[] {
  const [wanted, current] = [replicasOf(deployment), replicasOf(newest)];
  if (current > wanted) return [{ replicaSet: newest, replicas: wanted }];
  const grown = newestReplicas(deployment, [...old, newest], newest);
  if (current < wanted && grown !== current) return [{ replicaSet: newest, replicas: grown }];
  return scaleDownOld(deployment, newest, old);
}

function scaleDownOld(deployment: Deployment, newest: ReplicaSet, old: readonly ReplicaSet[]): Scaling[] {
  const running = old.filter(isRunning);
  const least = replicasOf(deployment) - maxUnavailable(deployment);
  const missing = replicasOf(newest) - available(newest);
  const most = totalOf([...old, newest]) - least - missing;
  if (running.length === 0 || most <= 0) return [];
  const cleaned = takeFrom(running, most, (replicaSet) => replicasOf(replicaSet) - available(replicaSet));
  const surplus = sum([...running, newest].map(available)) - least;
  const sizes = new Map(cleaned.map(({ replicaSet, replicas }) => [replicaSet, replicas]));
  const left = (replicaSet: ReplicaSet): number => sizes.get(replicaSet) ?? replicasOf(replicaSet);
  for (const { replicaSet, replicas } of takeFrom(running, surplus, left))
    sizes.set(replicaSet, replicas - (replicasOf(replicaSet) - left(replicaSet)));
  return [...sizes].map(([replicaSet, replicas]) => ({ replicaSet, replicas }));
}

/**
 * Reduces the oldest replica sets first: by at most `most` replicas in total, and for each one by at most
 * `may` of it.
 */
function takeFrom(
  replicaSets: readonly ReplicaSet[],
  most: number,
  may: (replicaSet: ReplicaSet) => number,
): Scaling[] {
  let taken = 0;
  return replicaSets.flatMap((replicaSet) => {
    const take = Math.min(may(replicaSet), most - taken);
    if (take <= 0) return [];
    taken += take;
    return [{ replicaSet, replicas: replicasOf(replicaSet) - take }];
  });
}
