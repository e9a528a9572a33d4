import { parseGoDuration } from "../../go/duration.ts";
import { quote } from "../../go/quote.ts";
import { fieldsOf, trimSpace } from "../../go/space.ts";
import type { Field } from "./next-time.ts";
import { everySchedule, type Schedule, scheduleOf } from "./schedule.ts";
import { timeZoneProblem } from "./time-zone.ts";

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: ReadonlyMap<string, number>;
}

const named = (first: number, names: string): ReadonlyMap<string, number> =>
  new Map(names.split(" ").map((name, i) => [name, first + i]));

const MINUTES: Bounds = { min: 0, max: 59 };
const HOURS: Bounds = { min: 0, max: 23 };
const DAYS: Bounds = { min: 1, max: 31 };
const MONTHS: Bounds = {
  min: 1,
  max: 12,
  names: named(1, "jan feb mar apr may jun jul aug sep oct nov dec"),
};
const WEEKDAYS: Bounds = { min: 0, max: 6, names: named(0, "sun mon tue wed thu fri sat") };

const FIELDS = 5;
const MAX_INT64 = 2 ** 63;

const DESCRIPTORS: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** Error that does not leave this file. */
class BadSchedule extends Error {}

/**
 * Parses the schedule of a CronJob as ParseStandard of robfig/cron v3 does: five fields, a descriptor such as
 * `@daily`, or `@every 1h30m`, each optionally after `TZ=Europe/Berlin`. Returns that parser's error text for an
 * invalid schedule.
 */
export function parseSchedule(schedule: string): Schedule | string {
  try {
    return readZoned(schedule);
  } catch (problem) {
    if (problem instanceof BadSchedule) return problem.message;
    throw problem;
  }
}

function readZoned(schedule: string): Schedule {
  const zoned = /^(?:CRON_)?TZ=/.exec(schedule);
  if (zoned === null) return readSpec(schedule, "Local");
  const blank = schedule.indexOf(" ");
  if (blank < 0)
    throw new BadSchedule("invalid schedule format: runtime error: slice bounds out of range [:-1]");
  const zone = schedule.slice(zoned[0].length, blank);
  const problem = zone === "" ? undefined : timeZoneProblem(zone);
  if (problem !== undefined) throw new BadSchedule(`provided bad location ${zone}: ${problem}`);
  return readSpec(trimSpace(schedule.slice(blank)), zone === "" ? "UTC" : zone);
}

function readSpec(spec: string, zone: string): Schedule {
  if (spec.startsWith("@")) return readDescriptor(spec, zone);
  const fields = fieldsOf(spec);
  if (fields.length !== FIELDS) {
    const found = `found ${fields.length}: [${fields.join(" ")}]`;
    throw new BadSchedule(`expected exactly ${FIELDS} fields, ${found}`);
  }
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  const minutes = readField(minute, MINUTES);
  const hours = readField(hour, HOURS);
  const days = readField(day, DAYS);
  const months = readField(month, MONTHS);
  const weekdays = readField(weekday, WEEKDAYS);
  return scheduleOf({ minutes, hours, days, months, weekdays }, zone);
}

function readDescriptor(text: string, zone: string): Schedule {
  const meaning = DESCRIPTORS.get(text);
  if (meaning !== undefined) return readSpec(meaning, zone);
  if (!text.startsWith("@every ")) throw new BadSchedule(`unrecognized descriptor: ${text}`);
  const duration = parseGoDuration(text.slice("@every ".length));
  if (typeof duration === "string") throw new BadSchedule(`failed to parse duration ${text}: ${duration}`);
  return everySchedule(duration);
}

function readField(text: string, bounds: Bounds): Field {
  const ranges = text.split(",").filter((range) => range !== "");
  const parts = ranges.map((range) => readRange(range, bounds));
  return {
    numbers: new Set(parts.flatMap(({ numbers }) => [...numbers])),
    star: parts.some(({ star }) => star),
  };
}

function readRange(text: string, { min, max, names }: Bounds): Field {
  const [range = "", ...steps] = text.split("/");
  const [low = "", ...highs] = range.split("-");
  const star = low === "*" || low === "?";
  const start = star ? min : numberOf(low, names);
  if (!star && highs.length > 1) throw new BadSchedule(`too many hyphens: ${text}`);
  const last = star ? max : highs.length === 1 ? numberOf(highs[0] ?? "", names) : start;
  if (steps.length > 1) throw new BadSchedule(`too many slashes: ${text}`);
  const step = steps.length === 1 ? numberOf(steps[0] ?? "", undefined) : 1;
  const end = steps.length === 1 && highs.length === 0 ? max : last;
  if (start < min) throw new BadSchedule(`beginning of range (${start}) below minimum (${min}): ${text}`);
  if (end > max) throw new BadSchedule(`end of range (${end}) above maximum (${max}): ${text}`);
  if (start > end)
    throw new BadSchedule(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (step === 0) throw new BadSchedule(`step of range should be a positive number: ${text}`);
  const numbers = new Set<number>();
  for (let number = start; number <= end; number += step) numbers.add(number);
  return { numbers, star: star && step === 1 };
}

function numberOf(text: string, names: ReadonlyMap<string, number> | undefined): number {
  const name = names?.get(text.toLowerCase());
  if (name !== undefined) return name;
  const number = /^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined;
  if (number === undefined || Math.abs(number) >= MAX_INT64) {
    const why = number === undefined ? "invalid syntax" : "value out of range";
    const quoted = quote(text);
    throw new BadSchedule(`failed to parse int from ${text}: strconv.Atoi: parsing ${quoted}: ${why}`);
  }
  if (number < 0) throw new BadSchedule(`negative number (${number}) not allowed: ${text}`);
  return number;
}
