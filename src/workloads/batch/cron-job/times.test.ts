import { describe, expect, test } from "vitest";
import type { CronJob } from "../../../types/tables/batch/v1-types.ts";
import { scheduleIn, timesDue, waitOf } from "./times.ts";

const at = (time: string): number => Date.parse(`2026-07-01T${time}Z`);

const cronJob = (spec: CronJob["spec"], lastScheduleTime?: string): CronJob => ({
  metadata: { name: "a", creationTimestamp: "2026-07-01T10:00:00Z" },
  spec: { timeZone: "UTC", ...spec },
  ...(lastScheduleTime === undefined ? {} : { status: { lastScheduleTime } }),
});

function due(object: CronJob, now: number, heedsDeadline = true) {
  const schedule = scheduleIn(object);
  if (typeof schedule === "string") throw new Error(schedule);
  return timesDue(object, schedule, now, { heedsDeadline });
}

function wait(object: CronJob, now: number): number | undefined {
  const schedule = scheduleIn(object);
  return typeof schedule === "string" ? undefined : waitOf(object, schedule, now);
}

describe("timesDue", () => {
  const hourly = { schedule: "0 * * * *" };

  test("counts from the creation, then from the last time", () => {
    expect(due(cronJob(hourly), at("10:30:00"))).toMatchObject({ last: undefined, count: 0 });
    expect(due(cronJob(hourly), at("11:00:00"))).toMatchObject({ last: at("11:00:00"), count: 1 });
    expect(due(cronJob(hourly), at("14:30:00"))).toMatchObject({ last: at("14:00:00"), count: 4 });
    expect(due(cronJob(hourly, "2026-07-01T14:00:00Z"), at("14:30:00"))).toMatchObject({ count: 0 });
  });

  test("does not look further back than the deadline", () => {
    const strict = cronJob({ ...hourly, startingDeadlineSeconds: 60 });
    expect(due(strict, at("14:30:00"))).toMatchObject({ since: at("14:29:00"), last: undefined });
    expect(due(strict, at("14:30:00"), false)).toMatchObject({ last: at("14:00:00") });
  });

  test("knows that there were very many, and what the last one was", () => {
    const old = cronJob({ schedule: "* * * * *" }, "1970-01-01T00:00:00Z");
    const found = due(old, at("14:30:30"));
    expect(found?.last).toBe(at("14:30:00"));
    expect(found?.count).toBeGreaterThan(29_000_000);
  });

  test("has no answer for a day that never comes", () => {
    expect(due(cronJob({ schedule: "59 23 31 2 *" }), at("14:30:00"))).toBeUndefined();
  });
});

describe("waitOf", () => {
  test("is a little longer than until the next time", () => {
    expect(wait(cronJob({ schedule: "0 * * * *" }), at("10:59:00"))).toBe(60_100);
    expect(wait(cronJob({ schedule: "0 * * * *" }), at("14:30:00"))).toBe(30 * 60_000 + 100);
    expect(wait(cronJob({ schedule: "59 23 31 2 *" }), at("14:30:00"))).toBeUndefined();
  });

  test("is in the zone of the schedule", () => {
    const india = cronJob({ schedule: "0 20 * * *", timeZone: "Asia/Kolkata" });
    expect(wait(india, at("14:00:00"))).toBe(30 * 60_000 + 100);
  });
});
