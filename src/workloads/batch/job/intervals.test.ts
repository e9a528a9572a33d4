import { describe, expect, test } from "vitest";
import {
  freeIndexes,
  hasIndex,
  intervalsOf,
  merged,
  overlapOf,
  readIntervals,
  sizeOf,
  writtenIntervals,
} from "./intervals.ts";

describe("intervals", () => {
  test("are read and written as the reference does", () => {
    expect(readIntervals("0-2,5", 6)).toEqual([
      [0, 2],
      [5, 5],
    ]);
    expect(readIntervals("", 6)).toEqual([]);
    expect(readIntervals("0,1,x,7", 6)).toEqual([[0, 1]]);
    expect(readIntervals("0-999999999999", 6)).toEqual([[0, 5]]);
    expect(writtenIntervals(intervalsOf([5, 0, 1, 2]))).toBe("0-2,5");
    expect(writtenIntervals(intervalsOf([0, 1, 3]))).toBe("0,1,3");
  });

  test("know their size, what they have, and what they share", () => {
    const some = readIntervals("0-9,20-29", 100);
    expect(sizeOf(some)).toBe(20);
    expect(hasIndex(some, 9) && !hasIndex(some, 10)).toBe(true);
    expect(overlapOf(some, readIntervals("5-24", 100))).toBe(10);
    expect(merged(some, readIntervals("10-19", 100))).toEqual([[0, 29]]);
  });

  test("leave others free", () => {
    const taken = readIntervals("0-2,5", 1_000_000_000);
    expect(freeIndexes(taken, 1_000_000_000, 4)).toEqual([3, 4, 6, 7]);
    expect(freeIndexes(taken, 5, 4)).toEqual([3, 4]);
    expect(freeIndexes(taken, 3, 4)).toEqual([]);
  });
});
