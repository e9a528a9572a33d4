import { expect, test } from "vitest";
import type { Job } from "../../../types/tables/batch/v1-types.ts";
import { expiryOf } from "./ttl-after-finished.ts";

const complete = { type: "Complete", status: "True", lastTransitionTime: "2026-07-01T12:00:00Z" };
const jobOf = (seconds: number | undefined, conditions: (typeof complete)[]): Job => ({
  metadata: { name: "j" },
  spec: seconds === undefined ? {} : { ttlSecondsAfterFinished: seconds },
  status: { conditions },
});

test("a Job goes so long after its end, and stays without an end or a time", () => {
  expect(expiryOf(jobOf(5, [complete]))).toBe(Date.parse("2026-07-01T12:00:05Z"));
  expect(expiryOf(jobOf(5, [{ ...complete, type: "Failed" }]))).toBe(Date.parse("2026-07-01T12:00:05Z"));
  expect(expiryOf(jobOf(5, []))).toBeUndefined();
  expect(expiryOf(jobOf(undefined, [complete]))).toBeUndefined();
});
