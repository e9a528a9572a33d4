import { parseSchedule } from "../../../api/cron/parse-schedule.ts";
import type { Schedule } from "../../../api/cron/schedule.ts";
import { timeZoneProblem } from "../../../api/cron/time-zone.ts";
import type { CronJob } from "../../../types/tables/batch/v1-types.ts";

/**
 * The times of a CronJob from the last one that was used until now. All times are milliseconds since the
 * epoch.
 */
export interface Due {
  /** Start of the interval. */
  readonly since: number;
  /** The latest due time; undefined if none is due. */
  readonly last: number | undefined;
  /** Approximate number of due times. */
  readonly count: number;
}

/** Delay of each sync, in milliseconds, because clocks differ slightly. */
const MARGIN_MS = 100;

/** mostRecentScheduleTime of the reference. Undefined: the schedule has no two consecutive times. */
export function timesDue(
  cronJob: CronJob,
  schedule: Schedule,
  now: number,
  { heedsDeadline }: { readonly heedsDeadline: boolean },
): Due | undefined {
  const since = startOf(cronJob, now, heedsDeadline);
  const first = schedule.next(since);
  if (first !== undefined && now < first) return { since, last: undefined, count: 0 };
  const second = first === undefined ? undefined : schedule.next(first);
  if (first === undefined || second === undefined) return undefined;
  if (now < second) return { since, last: first, count: 1 };
  const count = Math.floor((now - first) / (second - first)) + 1;
  // The distances between times can differ, so the latest time is searched.
  return { since, last: schedule.last(first + (count - 2) * (second - first), now), count };
}

function startOf({ metadata, spec, status }: CronJob, now: number, heedsDeadline: boolean): number {
  const start = Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? "") || 0;
  const { startingDeadlineSeconds: deadline } = spec ?? {};
  return heedsDeadline && deadline !== undefined ? Math.max(start, now - deadline * 1000) : start;
}

/**
 * nextScheduleTimeDuration of the reference: the delay before the next sync, in milliseconds. Undefined: the
 * schedule has no further time.
 */
export function waitOf(cronJob: CronJob, schedule: Schedule, now: number): number | undefined {
  const due = timesDue(cronJob, schedule, now, { heedsDeadline: false });
  const from = due?.last ?? (due?.count === 0 ? due.since : now);
  const next = schedule.next(from);
  return next === undefined ? undefined : next + MARGIN_MS - now;
}

/** Returns the schedule in its time zone, or an error text. */
export function scheduleIn({ spec }: CronJob): Schedule | string {
  const { schedule = "", timeZone } = spec ?? {};
  if (hasOwnZone(schedule) || timeZone === undefined) return parseSchedule(schedule);
  return parseSchedule(zoneProblem(timeZone) === undefined ? `TZ=${timeZone} ${schedule}` : schedule);
}

/** Returns true for a schedule that names its time zone. This syntax is older than `spec.timeZone`. */
export const hasOwnZone = (schedule: string): boolean => schedule.includes("TZ");

/** Returns an error text for an unknown time zone. An empty name is UTC. */
export const zoneProblem = (timeZone: string): string | undefined =>
  timeZone === "" ? undefined : timeZoneProblem(timeZone);
