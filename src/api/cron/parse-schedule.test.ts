import { describe, expect, test } from "vitest";
import { parseSchedule } from "./parse-schedule.ts";
import type { Schedule } from "./schedule.ts";

const NOON = "2026-07-01T12:00:00Z";

function scheduleOf(text: string): Schedule {
  const schedule = parseSchedule(text);
  if (typeof schedule === "string") throw new Error(schedule);
  return schedule;
}

/** Next times, without the suffix `:00Z`. */
function nextOf(text: string, count: number, after = NOON): (string | undefined)[] {
  const schedule = scheduleOf(text);
  const times: (string | undefined)[] = [];
  for (let time: number | undefined = Date.parse(after); times.length < count && time !== undefined; ) {
    time = schedule.next(time);
    times.push(time === undefined ? undefined : new Date(time).toISOString().replace(":00.000Z", ""));
  }
  return times;
}

// Results of robfig/cron v3.0.1.
const NEXT: readonly (readonly [schedule: string, after: string, ...next: string[]])[] = [
  ["TZ=UTC * * * * *", "2026-07-01T12:00:30.5Z", "2026-07-01T12:01", "2026-07-01T12:02"],
  ["TZ=UTC */15 9-17 * * mon-FRI", NOON, "2026-07-01T12:15", "2026-07-01T12:30"],
  ["TZ=UTC 0 0 13 * 5", NOON, "2026-07-03T00:00", "2026-07-10T00:00", "2026-07-13T00:00"],
  ["TZ=UTC 0 0 */1 * 5", NOON, "2026-07-03T00:00", "2026-07-10T00:00", "2026-07-17T00:00"],
  ["TZ=UTC 0 0 */2 * 5", NOON, "2026-07-03T00:00", "2026-07-05T00:00", "2026-07-07T00:00"],
  ["TZ=UTC 0 0 29 2 *", NOON, "2028-02-29T00:00", "2032-02-29T00:00"],
  ["TZ=UTC @weekly", NOON, "2026-07-05T00:00", "2026-07-12T00:00"],
  ["CRON_TZ=UTC @yearly", NOON, "2027-01-01T00:00", "2028-01-01T00:00"],
  ["TZ=Asia/Kathmandu 0 0 1 * *", NOON, "2026-07-31T18:15", "2026-08-31T18:15"],
  ["@every 90s", NOON, "2026-07-01T12:01:30.000Z", "2026-07-01T12:03"],
  ["@every 1ms", NOON, "2026-07-01T12:00:01.000Z", "2026-07-01T12:00:02.000Z"],
];

describe("parseSchedule", () => {
  test.each(NEXT)("%s after %s", (schedule, after, ...times) => {
    expect(nextOf(schedule, times.length, after)).toEqual(times);
  });

  test("an hour that clocks leave out has no time, and one that they show twice has two", () => {
    expect(nextOf("TZ=Europe/Berlin 30 2 * * *", 1, "2026-03-28T12:00:00Z")).toEqual(["2026-03-30T00:30"]);
    expect(nextOf("TZ=Europe/Berlin 30 2 * * *", 3, "2026-10-24T12:00:00Z")).toEqual([
      "2026-10-25T00:30",
      "2026-10-25T01:30",
      "2026-10-26T01:30",
    ]);
    expect(nextOf("TZ=America/Sao_Paulo 0 0 * * *", 1, "2018-11-03T12:00:00Z")).toEqual(["2018-11-05T02:00"]);
  });

  test.each([
    ["TZ=UTC 59 23 31 2 *", NOON],
    ["TZ=UTC , * * * *", NOON],
    // In Samoa there was no 30 December 2011. The search of robfig/cron does not end for it.
    ["TZ=Pacific/Apia 0 0 1 * *", "2011-12-28T12:00:00Z"],
  ])("%s after %s has no next time", (schedule, after) => {
    expect(nextOf(schedule, 1, after)).toEqual([undefined]);
  });

  test("finds the last time before another one, of however many", () => {
    const at = (time: string): number => Date.parse(time);
    const last = (text: string, from: string): string | undefined => {
      const time = scheduleOf(text).last(at(from), at(NOON));
      return time === undefined ? undefined : new Date(time).toISOString();
    };
    expect(last("TZ=UTC * * * * *", "1970-01-01T00:00:00Z")).toBe("2026-07-01T12:00:00.000Z");
    expect(last("TZ=UTC 0 0 1 1 *", "1970-01-01T00:00:00Z")).toBe("2026-01-01T00:00:00.000Z");
    expect(last("TZ=UTC 0 13 * * *", "2026-07-01T00:00:00Z")).toBeUndefined();
    expect(last("@every 7m", "2026-07-01T11:00:00Z")).toBe("2026-07-01T11:56:00.000Z");
  });

  test.each([
    ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
    ["60 * * * *", "end of range (60) above maximum (59): 60"],
    ["* * 0 * *", "beginning of range (0) below minimum (1): 0"],
    ["5-3 * * * *", "beginning of range (5) beyond end of range (3): 5-3"],
    ["1-2-3 * * * *", "too many hyphens: 1-2-3"],
    ["1/2/3 * * * *", "too many slashes: 1/2/3"],
    ["*/0 * * * *", "step of range should be a positive number: */0"],
    ["x * * * *", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    [
      "99999999999999999999 * * * *",
      'failed to parse int from 99999999999999999999: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
    ["@often", "unrecognized descriptor: @often"],
    ["@every x", 'failed to parse duration @every x: time: invalid duration "x"'],
    ["TZ=Mars/Base * * * * *", "provided bad location Mars/Base: unknown time zone Mars/Base"],
    ["TZ=../UTC * * * * *", "provided bad location ../UTC: time: invalid location name"],
    ["TZ=/UTC * * * * *", "provided bad location /UTC: time: invalid location name"],
  ])("%s is refused", (schedule, problem) => {
    expect(parseSchedule(schedule)).toBe(problem);
  });
});
