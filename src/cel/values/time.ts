import { badZone } from "../../api/cron/time-zone.ts";
import { remembered } from "../../async/remembered.ts";
import { atoi } from "../../go/atoi.ts";
import { parseGoDuration } from "../../go/duration.ts";
import { trimEnd } from "../../go/trim-text.ts";
import { messageOf } from "../../report/describe-error.ts";
import { timestampOf } from "./arithmetic.ts";
import { CelDuration, CelError, type CelTimestamp, intValue, type Value } from "./values.ts";
import type { Work } from "./work.ts";

/** Parses `1h30m` or `-1.5s` as Go does; undefined for other texts. */
export function parseDuration(text: string): CelDuration | undefined {
  const nanos = parseGoDuration(text);
  return typeof nanos === "bigint" ? new CelDuration(nanos) : undefined;
}

/** Go's time.Parse accepts an hour of one digit. */
const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;

/** Parses RFC 3339; undefined for other texts, an error if the time is out of range. */
export function parseTimestamp(text: string): Value | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const days = new Date(Date.UTC(2000, month, 0)).setUTCFullYear(year, month, 0);
  const offset = offsetSeconds(match[8]!);
  const fields = [month >= 1, month <= 12, day >= 1, day <= new Date(days).getUTCDate()];
  if (![...fields, hour < 24, minute < 60, second < 60, offset !== undefined].every(Boolean))
    return undefined;
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  const fraction = BigInt((match[7] ?? "").slice(0, 9).padEnd(9, "0"));
  return timestampOf(BigInt(date.getTime() / 1000 - (offset ?? 0)) * SECOND + fraction, offset);
}

function offsetSeconds(zone: string): number | undefined {
  if (zone === "Z") return 0;
  const [hours = 0, minutes = 0] = zone.slice(1).split(":").map(Number);
  // Go accepts 24 hours and 60 minutes as an offset.
  if (hours > 24 || minutes > 60) return undefined;
  return (zone[0] === "-" ? -1 : 1) * (hours * 3600 + minutes * 60);
}

const SECOND = 1_000_000_000n;

const floorDiv = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b;

/** Whole seconds since 1970, rounded down. */
export const unixSeconds = ({ nanos }: CelTimestamp): Value => intValue(floorDiv(nanos, SECOND)) ?? 0;

/** Text of a timestamp in its time zone, RFC 3339 with as many digits of the fraction as it needs. */
export function timestampText({ nanos, offset }: CelTimestamp): string {
  const seconds = floorDiv(nanos, SECOND);
  const fraction = trimEnd(String(nanos - seconds * SECOND).padStart(9, "0"), "0");
  const iso = new Date((Number(seconds) + offset) * 1000).toISOString().slice(0, 19);
  return `${iso}${fraction === "" ? "" : `.${fraction}`}${offset === 0 ? "Z" : offsetText(offset)}`;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60;
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Formats seconds with as many decimals as a double needs: `5400s`, `0.5s`, `1767323045.1234567s`. */
export function durationText({ nanos }: CelDuration): string {
  const seconds = Number(nanos / SECOND) + Number(nanos % SECOND) / 1e9;
  const text = Math.abs(seconds) < 1e-6 ? trimEnd(trimEnd(seconds.toFixed(9), "0"), ".") : String(seconds);
  return `${text}s`;
}

/**
 * Returns a time in a zone as a date whose UTC fields are the local ones (timeZone of cel-go's
 * common/types/timestamp.go).
 */
export function zoned({ nanos }: CelTimestamp, zone: string, work: Work): Date | CelError {
  const millis = Number(floorDiv(nanos, 1_000_000n));
  if (zone === "" || zone === "UTC") return new Date(millis);
  if (zone.includes(":")) return atOffset(millis, zone);
  return namedZone(millis, zone, work) ?? new CelError(badZone(zone));
}

/** Converts to an offset such as `-05:30`, or any two numbers with a colon between them. */
function atOffset(millis: number, zone: string): Date | CelError {
  const colon = zone.indexOf(":");
  try {
    const [hours, minutes] = [atoi(zone.slice(0, colon)), atoi(zone.slice(colon + 1))].map(Number);
    const offset = (hours ?? 0) * 60 + (zone.startsWith("-") ? -(minutes ?? 0) : (minutes ?? 0));
    const date = new Date(millis + offset * 60_000);
    return Number.isNaN(date.getTime()) ? new CelError("timestamp out of range") : date;
  } catch (error) {
    return new CelError(messageOf(error));
  }
}

/**
 * Work of creating a formatter, which takes as long as hundreds of steps, and of using one, which takes as
 * long as tens.
 */
const [ZONE_MADE, ZONE_USED] = [5_000, 500];

function namedZone(millis: number, timeZone: string, work: Work): Date | undefined {
  const parts = formatterOf(timeZone, work)?.formatToParts(millis);
  if (parts === undefined) return undefined;
  work.spend(ZONE_USED);
  const part = (type: string): number => Number(parts.find((p) => p.type === type)?.value ?? 0);
  const date = new Date(
    Date.UTC(2000, 0, 1, part("hour"), part("minute"), part("second"), ((millis % 1000) + 1000) % 1000),
  );
  const isBefore = parts.some(({ type, value }) => type === "era" && value.startsWith("B"));
  date.setUTCFullYear(isBefore ? 1 - part("year") : part("year"), part("month") - 1, part("day"));
  return date;
}

/** Returns the formatter of a time zone; undefined if there is no such zone. */
const formatterOf = remembered(makeFormatter, { entries: 100 });

function makeFormatter(timeZone: string, work: Work): Intl.DateTimeFormat | undefined {
  work.spend(ZONE_MADE);
  const numeric = "numeric";
  const date = { era: "short", year: numeric, month: numeric, day: numeric } as const;
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: "h23" } as const;
  try {
    // `Local` is Go's name of the machine's own zone.
    const named = timeZone === "Local" ? {} : { timeZone };
    return new Intl.DateTimeFormat("en-US", { ...named, ...date, ...time });
  } catch {
    return undefined;
  }
}
