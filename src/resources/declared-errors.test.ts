import { expect, test } from "vitest";
import { duplicate, invalid, required } from "../api/validation/field-error.ts";
import { builtinShape } from "../types/notation/shapes.ts";
import { settled } from "./declared-errors.ts";

const IMMUTABLE = "field is immutable";
const shape = builtinShape("resource/v1.ResourceClaim");
const fieldsOf = (errors: Parameters<typeof settled>[0], isOn = true): string[] =>
  settled(errors, isOn, shape).map(({ field }) => field);

test("settled puts declared errors last, in the order of the fields, repeated items before other items", () => {
  const errors = [
    { ...required("status.devices[1].shareID"), declared: true as const },
    { ...required("spec.devices.config[0].opaque.driver"), declared: true as const },
    { ...required("spec.devices.requests[0].exactly"), declared: true as const },
    { ...duplicate("spec.devices.requests[1]", "r"), declared: true as const },
    required("status.written"),
  ];
  expect(fieldsOf(errors)).toEqual([
    "status.written",
    "spec.devices.requests[1]",
    "spec.devices.requests[0].exactly",
    "spec.devices.config[0].opaque.driver",
    "status.devices[1].shareID",
  ]);
  expect(fieldsOf(errors, false)).toEqual(errors.map(({ field }) => field));
});

test("settled keeps written errors of a field that may not change, and below it", () => {
  const errors = [
    { ...invalid("spec", "x", "is wrong"), declared: true as const },
    { ...required("spec.devices"), declared: true as const },
    { ...required("spec"), declared: true as const },
    { ...invalid("spec", "x", IMMUTABLE), declared: true as const },
  ];
  expect(settled(errors, true, shape).map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'spec: Invalid value: "x": is wrong',
    "spec.devices: Required value",
    `spec: Invalid value: null: ${IMMUTABLE}`,
    "spec: Required value",
  ]);
});

test("settled reports errors of declarative validation alone only with its gate", () => {
  const errors = [
    { ...required("spec.devices"), declared: "Required value: so", declaredOnly: true as const },
  ];
  expect(settled(errors, true, shape).map(({ message }) => message)).toEqual(["Required value: so"]);
  expect(settled(errors, false, shape)).toEqual([]);
});

test("settled says the limits of formats in bytes", () => {
  const error = { ...invalid("spec", "x", "must be no more than 63 characters"), declared: true as const };
  expect(settled([error], true, shape)[0]?.message).toBe('Invalid value: "x": must be no more than 63 bytes');
});
