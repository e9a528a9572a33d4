import { expect, test } from "vitest";
import { atOnce } from "../../api/steps.ts";
import { isGateOff, stepsWithGatesOff, withGatesOff } from "./off-gates.ts";

const OFF = new Set(["EnvFiles"] as const);

test("gates are off for one call only, also when it throws", () => {
  expect(isGateOff("EnvFiles")).toBe(false);
  expect(withGatesOff(OFF, () => isGateOff("EnvFiles"))).toBe(true);
  expect(withGatesOff(OFF, () => withGatesOff(new Set(), () => isGateOff("EnvFiles")))).toBe(false);
  expect(() =>
    withGatesOff(OFF, () => {
      throw new Error("x");
    }),
  ).toThrow("x");
  expect(isGateOff("EnvFiles")).toBe(false);
});

test("rules that run in steps leave nothing behind between two of them", () => {
  function* rules(seen: boolean[]) {
    seen.push(isGateOff("EnvFiles"));
    yield;
    seen.push(isGateOff("EnvFiles"));
    return seen;
  }
  const steps = stepsWithGatesOff(OFF, rules([]));
  expect(steps.next().done).toBe(false);
  expect(isGateOff("EnvFiles")).toBe(false);
  expect(atOnce(stepsWithGatesOff(OFF, rules([])))).toEqual([true, true]);
  expect(steps.next().value).toEqual([true, true]);
});
