import { parseGoDuration } from "../../../../api/go-duration.ts";
import { timeZoneProblem } from "./time-zone.ts";

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: ReadonlyMap<string, number>;
}

const named = (first: number, names: string): ReadonlyMap<string, number> =>
  new Map(names.split(" ").map((name, i) => [name, first + i]));

/** Minute, hour, day of month, month, day of week. */
const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: named(1, "jan feb mar apr may jun jul aug sep oct nov dec") },
  { min: 0, max: 6, names: named(0, "sun mon tue wed thu fri sat") },
];

const DESCRIPTORS = new Set([
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
]);

/** What is wrong with a schedule in the reference's words (its parser is robfig/cron), or undefined. */
export function scheduleProblem(schedule: string): string | undefined {
  const zoned = /^(?:CRON_)?TZ=/.exec(schedule);
  if (zoned === null) return specProblem(schedule);
  const blank = schedule.indexOf(" ");
  if (blank < 0) return "invalid schedule format: runtime error: slice bounds out of range [:-1]";
  const zone = schedule.slice(zoned[0].length, blank);
  const problem = zone === "" ? undefined : timeZoneProblem(zone);
  if (problem !== undefined) return `provided bad location ${zone}: ${problem}`;
  return specProblem(schedule.slice(blank).trim());
}

function specProblem(spec: string): string | undefined {
  if (spec.startsWith("@")) return descriptorProblem(spec);
  const fields = spec.split(/\s+/).filter((field) => field !== "");
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(" ")}]`;
  }
  return firstProblem(FIELDS, (bounds, i) => fieldProblem(fields[i] ?? "", bounds));
}

function firstProblem<T>(
  items: readonly T[],
  check: (item: T, i: number) => string | undefined,
): string | undefined {
  for (const [i, item] of items.entries()) {
    const problem = check(item, i);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function descriptorProblem(text: string): string | undefined {
  if (DESCRIPTORS.has(text)) return undefined;
  if (!text.startsWith("@every ")) return `unrecognized descriptor: ${text}`;
  const duration = parseGoDuration(text.slice("@every ".length));
  return typeof duration === "string" ? `failed to parse duration ${text}: ${duration}` : undefined;
}

function fieldProblem(field: string, bounds: Bounds): string | undefined {
  const ranges = field.split(",").filter((range) => range !== "");
  return firstProblem(ranges, (range) => rangeProblem(range, bounds));
}

/** Thrown inside of this file only. */
class BadNumber extends Error {}

function rangeProblem(text: string, bounds: Bounds): string | undefined {
  try {
    return checkRange(text, bounds);
  } catch (problem) {
    if (problem instanceof BadNumber) return problem.message;
    throw problem;
  }
}

function checkRange(text: string, { min, max, names }: Bounds): string | undefined {
  const [range = "", ...steps] = text.split("/");
  const [low = "", ...highs] = range.split("-");
  const star = low === "*" || low === "?";
  const start = star ? min : numberOf(low, names);
  if (!star && highs.length > 1) return `too many hyphens: ${text}`;
  const last = star ? max : highs.length === 1 ? numberOf(highs[0] ?? "", names) : start;
  if (steps.length > 1) return `too many slashes: ${text}`;
  const step = steps.length === 1 ? numberOf(steps[0] ?? "", undefined) : 1;
  const end = steps.length === 1 && highs.length === 0 ? max : last;
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return step === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function numberOf(text: string, names: ReadonlyMap<string, number> | undefined): number {
  const name = names?.get(text.toLowerCase());
  if (name !== undefined) return name;
  if (!/^[+-]?[0-9]+$/.test(text)) {
    const quoted = JSON.stringify(text);
    throw new BadNumber(`failed to parse int from ${text}: strconv.Atoi: parsing ${quoted}: invalid syntax`);
  }
  const number = Number(text);
  if (number < 0) throw new BadNumber(`negative number (${number}) not allowed: ${text}`);
  return number;
}
