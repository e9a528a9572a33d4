import { DerProblem } from "./der.ts";

const ZONE = String.raw`(?:Z|([+-])(\d\d)(\d\d))`;
const UTC = new RegExp(String.raw`^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?${ZONE}$`);
const GENERALIZED = new RegExp(String.raw`^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{0,8}[1-9])?${ZONE}$`);

/** Parses `991231235959Z` to milliseconds since 1970. Two-digit years below 50 are in this century. */
export function readUtcTime(content: Buffer): number {
  const match = UTC.exec(content.toString("latin1"));
  const year = Number(match?.[1]);
  // Leap years are checked in the century that Go's time package assumes.
  const time = read(content, match, year < 69 ? 2000 + year : 1900 + year);
  return year >= 50 && year < 69 ? new Date(time).setUTCFullYear(1900 + year) : time;
}

/** Parses `19991231235959.5+0100` to milliseconds since 1970, in whole seconds. */
export function readGeneralizedTime(content: Buffer): number {
  const match = GENERALIZED.exec(content.toString("latin1"));
  return read(content, match, Number(match?.[1]));
}

/** Accepts only times that Go would write with the same characters: no offset of zero, no hour with 60 minutes. */
function read(content: Buffer, match: RegExpExecArray | null, year: number): number {
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match ?? []).slice(2, 7).map(orZero);
  const [sign, hours, minutes] = [match?.[7], orZero(match?.[8]), orZero(match?.[9])];
  const zoneFits = sign === undefined || (hours <= 24 && minutes < 60 && hours + minutes > 0);
  const timeFits = hour < 24 && minute < 60 && second < 60;
  const dayFits = month >= 1 && day >= 1 && day <= daysIn(year, month);
  if (match === null || !zoneFits || !timeFits || !dayFits)
    throw new DerProblem(`parsing time ${JSON.stringify(content.toString("latin1"))}: cannot parse it`);
  const east = (sign === "-" ? -1 : 1) * (60 * hours + minutes);
  // Date.UTC would interpret a year below 100 as a year of the twentieth century.
  return (
    new Date(0).setUTCFullYear(year, month - 1, day) + ((60 * hour + minute - east) * 60 + second) * 1000
  );
}

const orZero = (digits: string | undefined): number => Number(digits ?? 0);

/** Days in a month; 0 for a month after December. */
function daysIn(year: number, month: number): number {
  if (month > 12) return 0;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
