import { expect, test } from "vitest";
import { collectErrors } from "../../api/validation/field-report.ts";
import { isGateOff, isGateOn } from "./changed-gates.ts";

const OFF = { changedGates: new Set(["EnvFiles"]) };

test("gates are off for one check only", () => {
  expect(isGateOff("EnvFiles", {})).toBe(false);
  expect(isGateOff("EnvFiles", OFF)).toBe(true);
  collectErrors("spec", (at) => expect(isGateOff("EnvFiles", at.child("env").index(0))).toBe(true), OFF);
  collectErrors("spec", (at) => expect(isGateOff("EnvFiles", at)).toBe(false));
});

test("a check below the path of another has its settings, and errors of its own", () => {
  const outer = collectErrors(
    "spec",
    (at) => {
      const inner = collectErrors(at.child("template"), (below) => {
        expect(isGateOff("EnvFiles", below)).toBe(true);
        below.required();
      });
      expect(inner.map(({ field }) => field)).toEqual(["spec.template"]);
    },
    OFF,
  );
  expect(outer).toEqual([]);
});

test("a gate that is off in Kubernetes 1.37 may be on", () => {
  expect(isGateOn("GenericWorkload", {})).toBe(false);
  expect(isGateOn("GenericWorkload", { changedGates: new Set(["GenericWorkload"]) })).toBe(true);
});
