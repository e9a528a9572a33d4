import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../json/value.ts";
import { builtinShape } from "../notation/shapes.ts";
import { restoreUnstructured } from "./restore-unstructured.ts";

test.each<[string, JsonObject, string | undefined]>([
  ["core/v1.ConfigMap", { data: 1 }, "cannot restore map from int64"],
  ["core/v1.ConfigMap", { data: [1] }, "cannot restore map from slice"],
  ["core/v1.ConfigMap", { data: { a: 1 } }, "cannot convert int64 to string"],
  ["core/v1.ConfigMap", { data: { a: true } }, "unrecognized type: string"],
  [
    "core/v1.ConfigMap",
    { binaryData: { a: "%" } },
    "error decoding from json: illegal base64 data at input byte 0",
  ],
  ["core/v1.ConfigMap", { binaryData: { a: ["a"] } }, "unrecognized type: uint8"],
  ["core/v1.ConfigMap", { binaryData: { a: [[1]] } }, "unrecognized type: uint8"],
  ["core/v1.ConfigMap", { binaryData: { a: [1.5] } }, "cannot convert float64 to uint8"],
  ["core/v1.ConfigMap", { binaryData: { a: {} } }, "cannot restore slice from map"],
  ["core/v1.ConfigMap", { immutable: "yes" }, "unrecognized type: bool"],
  ["core/v1.ConfigMap", { data: { a: 1e20 } }, "unrecognized type: string"],
  ["core/v1.ConfigMap", { data: 1e20 }, "cannot restore map from float64"],
  ["core/v1.ConfigMap", { metadata: 1 }, "cannot restore struct from: int64"],
  ["core/v1.ConfigMap", { metadata: { finalizers: "x" } }, "cannot restore slice from string"],
  ["apps/v1.Deployment", { spec: { replicas: 1.5 } }, "cannot convert float64 to int32"],
  ["core/v1.Container", { imagePullPolicy: 1 }, "cannot convert int64 to v1.PullPolicy"],
  [
    "apps/v1.RollingUpdateDeployment",
    { maxSurge: true },
    "json: cannot unmarshal bool into Go value of type int32",
  ],
  ["core/v1.ConfigMap", { data: { a: "b", c: null } }, undefined],
])("what does not fit in a %s %j is %s", (type, value, problem) => {
  expect(restoreUnstructured(value, builtinShape(type))).toBe(problem);
});

test("integers that are too big lose their upper bits", () => {
  const value = { spec: { replicas: 2 ** 31, minReadySeconds: 2 ** 32 + 5, paused: true } };
  expect(restoreUnstructured(value, builtinShape("apps/v1.Deployment"))).toBeUndefined();
  expect(value).toEqual({ spec: { replicas: -(2 ** 31), minReadySeconds: 5, paused: true } });
});

test("floats without a fraction become the integers that they are on amd64", () => {
  const value = { spec: { replicas: 1e20, progressDeadlineSeconds: 2n ** 63n, minReadySeconds: 1e10 } };
  expect(restoreUnstructured(value, builtinShape("apps/v1.Deployment"))).toBeUndefined();
  expect(value).toEqual({ spec: { replicas: 0, progressDeadlineSeconds: 0, minReadySeconds: 1410065408 } });
  const job = { spec: { activeDeadlineSeconds: -1e20 } };
  expect(restoreUnstructured(job, builtinShape("batch/v1.Job"))).toBeUndefined();
  expect(job).toEqual({ spec: { activeDeadlineSeconds: -(2n ** 63n) } });
});

test("a list of numbers becomes bytes", () => {
  const value = { binaryData: { a: [1, null, 256 + 2], b: [] } };
  expect(restoreUnstructured(value, builtinShape("core/v1.ConfigMap"))).toBeUndefined();
  expect(value).toEqual({ binaryData: { a: "AQAC", b: "" } });
});

test.each<[string, Json, string | undefined]>([
  ["items", ["x"], "json: cannot unmarshal string into Go value of type v1.JSONSchemaProps"],
  ["items", "x", undefined],
  [
    "items",
    { type: 1 },
    "json: cannot unmarshal number into Go struct field JSONSchemaProps.type of type string",
  ],
  [
    "items",
    { properties: { b: { type: 1 }, a: { required: 1 } } },
    "json: cannot unmarshal number into Go struct field JSONSchemaProps.properties.required of type []string",
  ],
  [
    "items",
    { items: { items: { type: 2 } } },
    "json: cannot unmarshal number into Go struct field JSONSchemaProps.items.items.type of type string",
  ],
  ["additionalProperties", "x", "boolean or JSON schema expected"],
  ["additionalProperties", true, undefined],
  ["dependencies", { a: [1] }, "json: cannot unmarshal number into Go value of type string"],
])("what does not fit in the union %s %j is %s", (name, value, problem) => {
  const shape = builtinShape("apiextensions/v1.JSONSchemaProps");
  expect(restoreUnstructured({ [name]: value }, shape)).toBe(problem);
});
