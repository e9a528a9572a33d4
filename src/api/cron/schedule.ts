import { type Field, nextTime, type ScheduleFields } from "./next-time.ts";
import { type Zone, zoneOf } from "./zone.ts";

/** A recurring schedule. All times are milliseconds since the epoch, in whole seconds. */
export interface Schedule {
  /** Returns the first time after `after`; undefined if there is none within five years. */
  next(after: number): number | undefined;
  /** Returns the last scheduled time after `from` and not after `until`; undefined if there is none. */
  last(from: number, until: number): number | undefined;
}

const SECOND_MS = 1000;

/** Makes a schedule as SpecSchedule of robfig/cron v3. `zone`: a name that `timeZoneProblem` accepts. */
export function scheduleOf(fields: ScheduleFields, zone: string): Schedule {
  // A field such as "," contains no number, so no time matches and no search is needed.
  const isEmpty = Object.values(fields).some(({ numbers }: Field) => numbers.size === 0);
  let known: Zone | undefined;
  const next: Schedule["next"] = (after) => {
    known ??= zoneOf(zone);
    return isEmpty ? undefined : nextTime(fields, known, after);
  };
  return { next, last: (from, until) => lastOf(next, from, until) };
}

/** Finds the last time by binary search, because there can be very many times between the two. */
function lastOf(next: Schedule["next"], from: number, until: number): number | undefined {
  let found = next(from);
  if (found === undefined || found > until) return undefined;
  let end = until;
  while (end - found > SECOND_MS) {
    const middle = found + Math.floor((end - found) / 2);
    const time = next(middle);
    if (time !== undefined && time <= until) found = time;
    else end = middle;
  }
  const after = next(found);
  return after !== undefined && after <= until ? after : found;
}

/**
 * Makes a schedule as ConstantDelaySchedule of robfig/cron v3. `nanoseconds` are rounded down to seconds, with a
 * minimum of one second.
 */
export function everySchedule(nanoseconds: bigint): Schedule {
  const seconds = nanoseconds / 1_000_000_000n;
  const delay = seconds < 1n ? SECOND_MS : Number(seconds) * SECOND_MS;
  const next = (after: number): number => wholeSecond(after) + delay;
  return {
    next,
    last(from, until) {
      const first = next(from);
      return first > until ? undefined : first + Math.floor((until - first) / delay) * delay;
    },
  };
}

const wholeSecond = (time: number): number => Math.floor(time / SECOND_MS) * SECOND_MS;
