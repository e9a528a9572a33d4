import { expect, test } from "vitest";
import { humanDuration } from "./human-duration.ts";

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

test.each([
  [-3 * S, "<invalid>"],
  [-S, "0s"],
  [119 * S, "119s"],
  [2 * M, "2m"],
  [3 * M + 20 * S, "3m20s"],
  [10 * M + 5 * S, "10m"],
  [3 * H, "3h"],
  [3 * H + 5 * M, "3h5m"],
  [47 * H, "47h"],
  [2 * D + 3 * H, "2d3h"],
  [100 * D, "100d"],
  [730 * D + 10 * D, "2y10d"],
  [8 * 365 * D, "8y"],
])("humanDuration prints %d ms as %s", (milliseconds, text) => {
  expect(humanDuration(milliseconds)).toBe(text);
});
