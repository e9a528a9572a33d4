import type { Zone } from "./zone.ts";

/** The numbers of a field, and true in `star` if a part of it is `*` or `?`. */
export interface Field {
  readonly numbers: ReadonlySet<number>;
  readonly star: boolean;
}

/** The five fields of a schedule, as sets of allowed values. */
export interface ScheduleFields {
  readonly minutes: Field;
  readonly hours: Field;
  readonly days: Field;
  /** Months, from 1. */
  readonly months: Field;
  /** Days of the week; Sunday is 0. */
  readonly weekdays: Field;
}

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000];
/** Number of years that are searched. A schedule without a time in these years has no next time. */
const YEARS = 5;
/**
 * Maximum number of steps of a search, more than five years need. Without it the search would not end if a zone skips
 * a day, as Samoa did in 2011.
 */
const MOST_MOVES = 4000;

/** Start of the search for earlier times: 1970, in milliseconds since the epoch. */
const EARLIEST = 0;

/**
 * The first time after `after` that matches all fields, in whole seconds; undefined if there is none within five
 * years. No field may be empty. It is SpecSchedule.Next of robfig/cron v3, which determines the treatment of hours
 * that a zone has twice or not at all.
 */
export function nextTime(fields: ScheduleFields, zone: Zone, after: number): number | undefined {
  const search = new Search(zone, Math.floor(Math.max(after, EARLIEST) / SECOND_MS + 1) * SECOND_MS);
  const lastYear = search.clock.getUTCFullYear() + YEARS;
  while (search.clock.getUTCFullYear() <= lastYear && !search.isLost)
    if (STEPS.every((step) => step(search, fields))) return search.time;
  return undefined;
}

/** The current position of a search. */
class Search {
  readonly #zone: Zone;
  #changed = false;
  #moves = 0;
  time: number;
  /** Local time in the zone, as the UTC fields of this date. */
  clock: Date;

  constructor(zone: Zone, time: number) {
    this.#zone = zone;
    this.time = time;
    this.clock = new Date(time + zone.offsetAt(time));
  }

  get isLost(): boolean {
    return this.#moves > MOST_MOVES;
  }

  /** Runs `zero`, which sets all smaller fields to zero, before the first change of a field. */
  begin(zero: () => void): void {
    if (!this.#changed) zero();
    this.#changed = true;
  }

  setTime(time: number): void {
    this.#moves++;
    this.time = time;
    this.clock = new Date(time + this.#zone.offsetAt(time));
  }

  /**
   * Sets the local time as Go's time.Date does: a local time that does not exist becomes a time shortly after or
   * before it.
   */
  setClock(clock: number): void {
    const offset = this.#zone.offsetAt(clock);
    this.setTime(offset === 0 ? clock : clock - this.#zone.offsetAt(clock - offset));
  }

  /** Adds months and days and keeps the time of the day. */
  add(months: number, days: number): void {
    this.setClock(dayOf(this.clock, months, this.clock.getUTCDate() + days) + timeOfDay(this.clock));
  }
}

const dayOf = (clock: Date, months: number, day: number): number =>
  Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + months, day);

const timeOfDay = (clock: Date): number => clock.getTime() - dayOf(clock, 0, clock.getUTCDate());

/**
 * Moves to the first time that matches a field. Returns false if a larger field has changed and must be checked
 * again.
 */
type Step = (search: Search, fields: ScheduleFields) => boolean;

const toMonth: Step = (search, { months }) => {
  while (!months.numbers.has(search.clock.getUTCMonth() + 1)) {
    search.begin(() => search.setClock(dayOf(search.clock, 0, 1)));
    search.add(1, 0);
    if (search.clock.getUTCMonth() === 0 || search.isLost) return false;
  }
  return true;
};

const toDay: Step = (search, fields) => {
  while (!fitsDay(search.clock, fields)) {
    search.begin(() => search.setClock(dayOf(search.clock, 0, search.clock.getUTCDate())));
    search.add(0, 1);
    // In some zones there are days without a midnight.
    const hour = search.clock.getUTCHours();
    if (hour !== 0) search.setTime(search.time + (hour > 12 ? 24 - hour : -hour) * HOUR_MS);
    if (search.clock.getUTCDate() === 1 || search.isLost) return false;
  }
  return true;
};

/** True if a day matches. If a day of the month and a day of the week are both restricted, one of them has to match. */
function fitsDay(clock: Date, { days, weekdays }: ScheduleFields): boolean {
  const isDay = days.numbers.has(clock.getUTCDate());
  const isWeekday = weekdays.numbers.has(clock.getUTCDay());
  return days.star || weekdays.star ? isDay && isWeekday : isDay || isWeekday;
}

const toHour: Step = (search, { hours }) => {
  while (!hours.numbers.has(search.clock.getUTCHours())) {
    search.begin(() => search.setClock(floor(search.clock.getTime(), HOUR_MS)));
    search.setTime(search.time + HOUR_MS);
    if (search.clock.getUTCHours() === 0 || search.isLost) return false;
  }
  return true;
};

const toMinute: Step = (search, { minutes }) => {
  while (!minutes.numbers.has(search.clock.getUTCMinutes())) {
    search.begin(() => search.setTime(floor(search.time, MINUTE_MS)));
    search.setTime(search.time + MINUTE_MS);
    if (search.clock.getUTCMinutes() === 0 || search.isLost) return false;
  }
  return true;
};

/** Moves to a whole minute, because schedules have no seconds. */
const toSecond: Step = (search) => {
  const seconds = search.clock.getUTCSeconds();
  if (seconds === 0) return true;
  search.begin(() => {});
  search.setTime(search.time + MINUTE_MS - seconds * SECOND_MS);
  return false;
};

const floor = (time: number, unit: number): number => Math.floor(time / unit) * unit;

const STEPS: readonly Step[] = [toMonth, toDay, toHour, toMinute, toSecond];
