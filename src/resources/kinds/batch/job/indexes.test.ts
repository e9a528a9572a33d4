import { describe, expect, it } from "vitest";
import { countIndexes } from "./indexes.ts";

describe("countIndexes", () => {
  it("counts the indexes of all intervals", () => {
    expect(countIndexes("0,2-4,+6", 7)).toBe(5);
  });

  it("cannot read what an integer of 64 bits cannot hold", () => {
    expect(countIndexes("9223372036854775807", 5)).toBe('too large index: "9223372036854775807"');
    expect(countIndexes("9223372036854775808", 5)).toBe(
      'cannot convert string to integer for index: "9223372036854775808"',
    );
  });
});
