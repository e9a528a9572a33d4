import { describe, expect, test } from "vitest";
import { LIBRARIES } from "../libraries/index.ts";
import { analyze } from "../program.ts";
import { createEnvironment } from "../types/environment.ts";
import { STRING } from "../types/types.ts";
import { estimateCost } from "./estimate.ts";

const environment = createEnvironment({ variables: { s: STRING }, libraries: LIBRARIES });

/** Returns the highest cost of an expression if `s` has at most 1000 bytes. */
function most(expression: string): number {
  const analyzed = analyze(expression, environment);
  if (analyzed.kind === "issues") throw new Error(analyzed.text);
  return estimateCost(analyzed.checked, () => ({ min: 0, max: 1000 })).max;
}

describe("estimateCost", () => {
  test("takes a number that stands there for what it is", () => {
    expect(most("s.split(',', 3).all(x, x == '')")).toBeLessThan(most("s.split(',').all(x, x == '')"));
    expect(most("lists.range(3).all(x, x > 0)")).toBeLessThan(most("lists.range(1000).all(x, x > 0)"));
  });

  test("takes a number beyond what JavaScript counts exactly for what it is, too", () => {
    const all = most("s.split(',').all(x, x == '')");
    expect(most("s.split(',', 9007199254740993).all(x, x == '')")).toBeGreaterThan(all);
  });
});
