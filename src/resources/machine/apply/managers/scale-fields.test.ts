import { describe, expect, test } from "vitest";
import type { ManagedFieldsEntry } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { parentFields, scaleFields } from "./scale-fields.ts";

const paths = new Map([["apps/v1", ["spec", "replicas"]]]);

const entry = (
  manager: string,
  apiVersion: string,
  names: string[],
  more: JsonObject = {},
): ManagedFieldsEntry => ({
  manager,
  operation: "Update",
  apiVersion,
  fieldsType: "FieldsV1",
  fieldsV1: { "f:spec": Object.fromEntries(names.map((name) => [`f:${name}`, {}])) },
  ...more,
});

const parent = [
  entry("a", "apps/v1", ["paused", "replicas"], { time: "2020-01-01T00:00:00Z" }),
  entry("b", "apps/v1", ["paused"]),
];

describe("scaleFields", () => {
  test("scaleFields has the owners of the replicas", () => {
    expect(scaleFields(parent, paths)).toEqual([
      entry("a", "autoscaling/v1", ["replicas"], { time: "2020-01-01T00:00:00Z" }),
    ]);
  });
});

describe("parentFields", () => {
  test("parentFields gives the replicas to a new owner", () => {
    const scale = [entry("hpa", "autoscaling/v1", ["replicas"], { subresource: "scale" })];
    expect(parentFields(parent, scale, "apps/v1", paths)).toEqual([
      entry("b", "apps/v1", ["paused"]),
      entry("hpa", "apps/v1", ["replicas"], { subresource: "scale" }),
      entry("a", "apps/v1", ["paused"], { time: "2020-01-01T00:00:00Z" }),
    ]);
  });
  test("parentFields drops entries of versions without replicas that are not known", () => {
    expect(parentFields([entry("x", "apps/v0", ["replicas"])], [], "apps/v1", paths)).toEqual([]);
  });
});
