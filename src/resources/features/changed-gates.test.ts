import { expect, test } from "vitest";
import { atOnce } from "../../async/steps.ts";
import { isGateOff, isGateOn, stepsWithChangedGates, withChangedGates } from "./changed-gates.ts";

const OFF = new Set(["EnvFiles"] as const);

test("gates are off for one call only, also when it throws", () => {
  expect(isGateOff("EnvFiles")).toBe(false);
  expect(withChangedGates(OFF, () => isGateOff("EnvFiles"))).toBe(true);
  expect(withChangedGates(OFF, () => withChangedGates(new Set(), () => isGateOff("EnvFiles")))).toBe(false);
  expect(() =>
    withChangedGates(OFF, () => {
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
  const steps = stepsWithChangedGates(OFF, rules([]));
  expect(steps.next().done).toBe(false);
  expect(isGateOff("EnvFiles")).toBe(false);
  expect(atOnce(stepsWithChangedGates(OFF, rules([])))).toEqual([true, true]);
  expect(steps.next().value).toEqual([true, true]);
});

test("a gate that is off in Kubernetes 1.36 may be on", () => {
  expect(isGateOn("HPAScaleToZero")).toBe(false);
  expect(withChangedGates(new Set(["HPAScaleToZero"] as const), () => isGateOn("HPAScaleToZero"))).toBe(true);
});
