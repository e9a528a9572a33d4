import type { Zone } from "./zone.ts";

/** The numbers of a field, and whether a part of it is `*` or `?`. */
export interface Field {
  readonly numbers: ReadonlySet<number>;
  readonly star: boolean;
}

export interface ScheduleFields {
  readonly minutes: Field;
  readonly hours: Field;
  readonly days: Field;
  /** From 1. */
  readonly months: Field;
  /** Sunday is 0. */
  readonly weekdays: Field;
}

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000];
/** A schedule that fits no time in so many years has none. */
const YEARS = 5;
/** More than five years need. Without a bound the search does not end where a zone leaves out a day, as Samoa did in 2011. */
const MOST_MOVES = 4000;

/** Nothing is scheduled before 1970. */
const EARLIEST = 0;

/**
 * The first time after another that fits all fields, in whole seconds; undefined: none within five years. No field is
 * empty. As SpecSchedule.Next of robfig/cron v3, with its treatment of hours that a zone has twice or not at all.
 */
export function nextTime(fields: ScheduleFields, zone: Zone, after: number): number | undefined {
  const search = new Search(zone, Math.floor(Math.max(after, EARLIEST) / SECOND_MS + 1) * SECOND_MS);
  const lastYear = search.clock.getUTCFullYear() + YEARS;
  while (search.clock.getUTCFullYear() <= lastYear && !search.isLost)
    if (STEPS.every((step) => step(search, fields))) return search.time;
  return undefined;
}

/** Where the search is. */
class Search {
  readonly #zone: Zone;
  #changed = false;
  #moves = 0;
  time: number;
  /** What clocks show then, as the UTC of this date. */
  clock: Date;

  constructor(zone: Zone, time: number) {
    this.#zone = zone;
    this.time = time;
    this.clock = new Date(time + zone.offsetAt(time));
  }

  get isLost(): boolean {
    return this.#moves > MOST_MOVES;
  }

  /** Before anything is added for the first time, what is smaller becomes zero. */
  begin(zero: () => void): void {
    if (!this.#changed) zero();
    this.#changed = true;
  }

  setTime(time: number): void {
    this.#moves++;
    this.time = time;
    this.clock = new Date(time + this.#zone.offsetAt(time));
  }

  /** As Go's time.Date: what clocks never show is taken as shortly after or before it. */
  setClock(clock: number): void {
    const offset = this.#zone.offsetAt(clock);
    this.setTime(offset === 0 ? clock : clock - this.#zone.offsetAt(clock - offset));
  }

  /** Goes so many months and days on, to the same time of the day. */
  add(months: number, days: number): void {
    this.setClock(dayOf(this.clock, months, this.clock.getUTCDate() + days) + timeOfDay(this.clock));
  }
}

const dayOf = (clock: Date, months: number, day: number): number =>
  Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + months, day);

const timeOfDay = (clock: Date): number => clock.getTime() - dayOf(clock, 0, clock.getUTCDate());

/** Goes to the first time that fits a field; false: a larger field has changed, and is to be looked at again. */
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
    // Some zones have days without a midnight.
    const hour = search.clock.getUTCHours();
    if (hour !== 0) search.setTime(search.time + (hour > 12 ? 24 - hour : -hour) * HOUR_MS);
    if (search.clock.getUTCDate() === 1 || search.isLost) return false;
  }
  return true;
};

/** Where a day of the month and a day of the week are given, one of them is enough. */
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

/** Schedules have whole minutes. */
const toSecond: Step = (search) => {
  const seconds = search.clock.getUTCSeconds();
  if (seconds === 0) return true;
  search.begin(() => {});
  search.setTime(search.time + MINUTE_MS - seconds * SECOND_MS);
  return false;
};

const floor = (time: number, unit: number): number => Math.floor(time / unit) * unit;

const STEPS: readonly Step[] = [toMonth, toDay, toHour, toMinute, toSecond];
