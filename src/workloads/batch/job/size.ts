import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { deletionOrder, isTerminating } from "../../shared/pods/pods.ts";
import { backoffEnd } from "./backoff.ts";
import { finishedAt, replacesFailedOnly } from "./finished.ts";
import { indexOf, isIndexed, ownIndex } from "./indexes.ts";
import { freeIndexes, intervalsOf, merged } from "./intervals.ts";
import { allFailures, hasLimitPerIndex } from "./per-index.ts";
import type { JobView } from "./view.ts";

/** The next step for the pods of a running Job. */
export type SizePlan =
  | { readonly do: "remove"; readonly pods: readonly Pod[] }
  /** An index is `undefined` for a pod without an index. */
  | { readonly do: "create"; readonly indexes: readonly (number | undefined)[] }
  /** `at`: earliest time of new pods, in milliseconds since the epoch. */
  | { readonly do: "wait"; readonly at: number }
  | { readonly do: "nothing" };

/** Largest number of pods that are created or deleted in one step. */
const MOST_PODS = 500;

const NOTHING: SizePlan = { do: "nothing" };

/** Returns the next step: manageJob of the reference. */
export function sizePlan(view: JobView): SizePlan {
  const { job, active, pods } = view;
  const wanted = wantedActive(view);
  const surplus = surplusPods(view, Math.max(0, active.length - wanted)).slice(0, MOST_PODS);
  if (surplus.length > 0) return { do: "remove", pods: surplus };
  const terminating = replacesFailedOnly(job) ? pods.filter(isTerminating) : [];
  const missing = Math.min(wanted - terminating.length - active.length, MOST_PODS);
  if (missing <= 0) return NOTHING;
  if (hasLimitPerIndex(job)) return indexPlan(view, freeOf(view, terminating, missing));
  const at = backoffEnd(view.backoff);
  if (at > view.now) return { do: "wait", at };
  const indexes = isIndexed(job)
    ? freeOf(view, terminating, missing)
    : Array.from({ length: missing }, () => undefined);
  return indexes.length === 0 ? NOTHING : { do: "create", indexes };
}

function wantedActive({ job, active, succeeded }: JobView): number {
  const { parallelism = 1, completions, suspend } = job.spec ?? {};
  if (suspend === true) return 0;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

/**
 * Returns the pods to delete. For an indexed Job these include pods without an index and second pods of an
 * index.
 */
function surplusPods({ job, active, now }: JobView, atLeast: number): readonly Pod[] {
  const order = deletionOrder(active, new Map(), now);
  const repeated = isIndexed(job) ? repeatedPods(job, order) : [];
  const rest = order.filter((pod) => !repeated.includes(pod));
  return [...repeated, ...rest.slice(0, Math.max(0, atLeast - repeated.length))];
}

/**
 * Returns pods without an index, and those whose index a later pod of the list has. `pods`: in the order of
 * deletion.
 */
function repeatedPods(job: Job, pods: readonly Pod[]): readonly Pod[] {
  const kept = new Map(pods.map((pod) => [ownIndex(pod, job), pod]));
  kept.delete(undefined);
  const stay = new Set(kept.values());
  return pods.filter((pod) => !stay.has(pod));
}

function freeOf(view: JobView, terminating: readonly Pod[], count: number): number[] {
  const { job, active, succeededIndexes, failedIndexes = [] } = view;
  const running = [...active, ...terminating].map(indexOf).filter((index) => index !== undefined);
  const taken = merged(succeededIndexes, failedIndexes, intervalsOf(running));
  return freeIndexes(taken, job.spec?.completions ?? 0, count);
}

/** Plans the creation of pods. Each index has its own backoff. */
function indexPlan({ waiting, now }: JobView, indexes: readonly number[]): SizePlan {
  const startOf = (index: number): number => {
    const last = waiting.get(index);
    if (last === undefined) return 0;
    return backoffEnd({ failures: allFailures(last) + 1, lastAt: finishedAt(last) });
  };
  const ready = indexes.filter((index) => startOf(index) <= now);
  if (ready.length > 0) return { do: "create", indexes: ready };
  return indexes.length === 0 ? NOTHING : { do: "wait", at: Math.min(...indexes.map(startOf)) };
}
