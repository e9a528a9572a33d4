import { formatTime } from "../../../api/time.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { Job, JobStatus } from "../../../types/tables/batch/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { isDying } from "../../base/controller.ts";
import type { WorkloadContext } from "../../shared/context.ts";
import { JOBS } from "../../shared/kinds.ts";
import { removePods } from "../../shared/pods/pod-control.ts";
import { isReady, isTerminating } from "../../shared/pods/pods.ts";
import type { Backoff } from "./backoff.ts";
import { afterRelease, countPods } from "./count.ts";
import { COMPLETE, deadlineOf, type End, endOf, isComplete } from "./ends.ts";
import { hasFailed, hasSucceeded, isFinished } from "./finished.ts";
import { announced, ended, endSaid, type Said, suspension } from "./job-conditions.ts";
import { createPods, dropPods, podsOf, release } from "./job-pods.ts";
import { sizePlan } from "./size.ts";
import { type JobView, viewOf } from "./view.ts";

const OURS = "kubernetes.io/job-controller";

/**
 * `backoffs`: by the uid of the Job. They are not stored: a new process begins without them, as in the
 * reference.
 */
export interface JobContext extends WorkloadContext {
  readonly backoffs: Map<string, Backoff>;
}

/** syncJob of the reference. Returns true if no work is left until something changes. */
export async function syncJob(
  context: JobContext,
  job: Job,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  // Another controller manages this Job.
  if ((job.spec?.managedBy ?? OURS) !== OURS) return true;
  const pods = await podsOf(context, job);
  const { uid = "" } = job.metadata;
  if (isFinished(job)) {
    context.backoffs.delete(uid);
    await release(
      context,
      pods.filter((pod) => hasSucceeded(pod) || hasFailed(pod, job)),
    );
    return true;
  }
  const view = viewOf(started(job, context.now()), pods, context.now(), context.backoffs.get(uid));
  const end = endOf(view);
  const turn = end === undefined ? await goOn(context, view, again) : await stop(context, view, end);
  await track(context, job, view, turn);
  return turn.error === undefined;
}

/** Sets the start time of a Job that is not suspended and has none. */
function started(job: Job, now: number): Job {
  const { uncountedTerminatedPods = {}, startTime } = job.status ?? {};
  const start = startTime !== undefined || job.spec?.suspend === true ? {} : { startTime: formatTime(now) };
  return { ...job, status: { ...job.status, ...start, uncountedTerminatedPods } };
}

/** The result of a step: the numbers of pods for the status, and the end of the Job. */
interface Turn {
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  /** Undefined if the Job continues. */
  readonly end?: End;
  /** The first error of the requests about pods. */
  readonly error?: unknown;
  readonly isManaged?: true;
}

const countsOf = ({ active, pods }: JobView) => ({
  active: active.length,
  ready: active.filter(isReady).length,
  terminating: pods.filter(isTerminating).length,
});

function without(view: JobView, removed: readonly Pod[]) {
  const { active, ready, terminating } = countsOf(view);
  return {
    active: active - removed.length,
    ready: ready - removed.filter(isReady).length,
    terminating: terminating + removed.length,
  };
}

/** Deletes the running pods. They keep their finalizers until they are counted. */
async function stop(context: WorkloadContext, view: JobView, end: End): Promise<Turn> {
  const error = await removePods(context, view.job, view.active);
  return error === undefined ? { ...without(view, view.active), end } : { ...countsOf(view), error };
}

async function goOn(
  context: WorkloadContext,
  view: JobView,
  again: (milliseconds: number) => void,
): Promise<Turn> {
  const deadline = deadlineOf(view.job);
  if (deadline !== undefined) again(deadline - view.now);
  const turn: Turn = isDying(view.job)
    ? countsOf(view)
    : { ...(await resize(context, view, again)), isManaged: true };
  return isComplete(view, turn.active) ? { ...turn, end: COMPLETE } : turn;
}

async function resize(
  context: WorkloadContext,
  view: JobView,
  again: (milliseconds: number) => void,
): Promise<Turn> {
  const plan = sizePlan(view);
  const counts = countsOf(view);
  switch (plan.do) {
    case "remove": {
      const error = await dropPods(context, view.job, plan.pods);
      return error === undefined ? without(view, plan.pods) : { ...counts, error };
    }
    case "create": {
      const { done, error } = await createPods(context, view, plan.indexes);
      return { ...counts, active: counts.active + done, error };
    }
    case "wait":
      again(plan.at - view.now);
      return counts;
    case "nothing":
      return counts;
  }
}

/** Writes the status, then removes the finalizers of counted pods, then writes the rest of the status. */
async function track(context: JobContext, job: Job, view: JobView, turn: Turn): Promise<void> {
  const { writer } = context;
  const { end } = turn;
  const { status: known, says } = withCounts(view, turn);
  const count = countPods(view, known, end);
  const status = end === undefined ? count.status : announced(count.status, end, view.now);
  const isNew = !semanticEqual(status, job.status);
  const written = isNew ? await writer.update(JOBS, { ...job, status }, "status") : job;
  context.backoffs.set(job.metadata.uid ?? "", view.backoff);
  tell(context, job, says);
  await release(context, count.ended);
  const rest = afterRelease(status, view.pods, count.ended);
  const last = end === undefined || count.isFull ? undefined : ended(rest, end, view.now);
  if (semanticEqual(last ?? rest, status)) return;
  const final = await writer.update(JOBS, { ...written, status: last ?? rest }, "status");
  if (end !== undefined && last !== undefined) tell(context, job, endSaid(final, end));
}

function withCounts({ job, now }: JobView, turn: Turn): { status: JobStatus; says: readonly Said[] } {
  const { active: _, ...rest } = job.status ?? {};
  const { active, ready, terminating } = turn;
  const status = { ...rest, ...(active === 0 ? {} : { active }), ready, terminating };
  if (turn.isManaged === undefined || turn.end !== undefined) return { status, says: [] };
  const changed = suspension(job, status, now);
  return { status: changed.status, says: changed.says === undefined ? [] : [changed.says] };
}

function tell({ events }: WorkloadContext, job: Job, says: readonly Said[]): void {
  for (const { type, reason, message } of says)
    if (type === "Normal") events.normal(job, reason, message);
    else events.warning(job, reason, message);
}
