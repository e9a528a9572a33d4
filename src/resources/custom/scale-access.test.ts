import { expect, test } from "vitest";
import type { KubeObject } from "../../api/meta.ts";
import { customScale, NEVER_SET } from "./scale-access.ts";

const scale = customScale({ specReplicasPath: ".spec.r", statusReplicasPath: ".status.r" });
const boat = { metadata: { name: "a" } } as KubeObject;

test("an object without replicas has no scale to be read, but one to be changed", () => {
  expect(() => scale.read(boat)).toThrow('the spec replicas field ".spec.r" does not exist');
  expect(scale.read(boat, NEVER_SET).replicas).toBe(NEVER_SET);
  expect(scale.write(boat, 3)).toMatchObject({ spec: { r: 3 } });
});

test("a text where an object should be is named with the field below it", () => {
  const wrong = { metadata: { name: "a" }, spec: "text" } as KubeObject;
  expect(() => scale.read(wrong)).toThrow(
    ".spec.r accessor error: text is of the type string, expected map[string]interface{}",
  );
});

test("a change that says none is refused", () => {
  expect(() => scale.write(boat, NEVER_SET)).toThrow('the spec replicas field ".spec.r" cannot be empty');
});
