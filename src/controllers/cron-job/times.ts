import { parseSchedule } from "../../api/cron/parse-schedule.ts";
import type { Schedule } from "../../api/cron/schedule.ts";
import { timeZoneProblem } from "../../api/cron/time-zone.ts";
import type { CronJob } from "./kind.ts";

/** The times of a CronJob between the last one that was used and now. All times are milliseconds since the epoch. */
export interface Due {
  /** From when on times were looked for. */
  readonly since: number;
  /** The last one, if there is one. */
  readonly last: number | undefined;
  /** About how many there were. */
  readonly count: number;
}

/** Clocks differ a little: a CronJob is looked at so much later. */
const MARGIN_MS = 100;

/** mostRecentScheduleTime of the reference; undefined: the schedule has no two times that follow each other. */
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
  // Times may be at irregular distances, so the last ones are looked up.
  return { since, last: schedule.last(first + (count - 2) * (second - first), now), count };
}

function startOf({ metadata, spec, status }: CronJob, now: number, heedsDeadline: boolean): number {
  const start = Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? "") || 0;
  const { startingDeadlineSeconds: deadline } = spec ?? {};
  return heedsDeadline && deadline !== undefined ? Math.max(start, now - deadline * 1000) : start;
}

/** nextScheduleTimeDuration of the reference: in how many milliseconds to look again; undefined: never by itself. */
export function waitOf(cronJob: CronJob, schedule: Schedule, now: number): number | undefined {
  const due = timesDue(cronJob, schedule, now, { heedsDeadline: false });
  const from = due?.last ?? (due?.count === 0 ? due.since : now);
  const next = schedule.next(from);
  return next === undefined ? undefined : next + MARGIN_MS - now;
}

/** The schedule in its time zone, or what is wrong with it. */
export function scheduleIn({ spec }: CronJob): Schedule | string {
  const { schedule = "", timeZone } = spec ?? {};
  if (hasOwnZone(schedule) || timeZone === undefined) return parseSchedule(schedule);
  return parseSchedule(zoneProblem(timeZone) === undefined ? `TZ=${timeZone} ${schedule}` : schedule);
}

/** Schedules with a zone in them are older than `spec.timeZone`. */
export const hasOwnZone = (schedule: string): boolean => schedule.includes("TZ");

/** An empty name is UTC. */
export const zoneProblem = (timeZone: string): string | undefined =>
  timeZone === "" ? undefined : timeZoneProblem(timeZone);
