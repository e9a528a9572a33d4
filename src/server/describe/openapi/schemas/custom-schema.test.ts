import { expect, test } from "vitest";
import type { JsonObject } from "../../../../json/value.ts";
import { publishedSchema, publishedSchemaV2 } from "./custom-schema.ts";

const META = { $ref: "#/meta" };
const S = { type: "string" };
const PRESERVE = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const EMBED = { type: "object", "x-kubernetes-embedded-resource": true };

const fieldOf = (schema: JsonObject, name = "a"): unknown => (schema.properties as JsonObject)[name];
const v3 = (field: JsonObject): unknown =>
  fieldOf(publishedSchema({ type: "object", properties: { a: field } }, META));
const v2 = (field: JsonObject): unknown =>
  fieldOf(publishedSchemaV2({ type: "object", properties: { a: field } }, META));

// Every form here is from kube-apiserver 1.36.3.
test("every kind has the fields of objects, in place of its own", () => {
  const declared = { type: "object", properties: { metadata: { type: "object" }, a: S } };
  const { properties } = publishedSchema(declared, META);
  expect(properties).toMatchObject({
    a: S,
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { allOf: [META] },
  });
});

test("a schema that keeps unknown fields at its root has none in version 2", () => {
  expect(publishedSchemaV2(PRESERVE, META)).toEqual({ type: "object" });
  expect(publishedSchema(PRESERVE, META)).toMatchObject(PRESERVE);
  expect(publishedSchema(undefined, META)).toEqual({ type: "object" });
});

test("what is an integer or a text is written out in version 3", () => {
  const anyOf = [{ type: "integer" }, { type: "string" }];
  const either = { "x-kubernetes-int-or-string": true };
  expect(v3(either)).toEqual({ ...either, anyOf });
  expect(v3({ ...either, anyOf })).toEqual({ ...either, anyOf });
  expect(v3({ ...either, allOf: [{ anyOf }, { pattern: "x" }] })).toEqual({
    ...either,
    allOf: [{ anyOf }, { pattern: "x" }],
  });
  expect(v3({ ...either, anyOf: [{ pattern: "x" }] })).toEqual({
    ...either,
    anyOf: [{ pattern: "x" }],
    allOf: [{ anyOf }],
  });
  expect(v2(either)).toEqual(either);
});

test("embedded resources have the fields of objects, but for version 2 where unknown ones are kept", () => {
  const both = { ...EMBED, "x-kubernetes-preserve-unknown-fields": true };
  const required = ["kind", "apiVersion"];
  expect(v3(both)).toMatchObject({ ...both, required, properties: { metadata: { allOf: [META] } } });
  expect(v2(both)).toEqual({
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  });
  expect(v2({ ...EMBED, required: ["kind", "x"] })).toMatchObject({ required: ["kind", "x", "apiVersion"] });
});

test.each<[string, JsonObject, JsonObject]>([
  ["null", { type: "object", nullable: true, properties: { x: S } }, {}],
  ["unknown fields", { ...PRESERVE, properties: { x: S } }, { "x-kubernetes-preserve-unknown-fields": true }],
  ["lists of anything", { type: "array" }, {}],
  ["defaults and choices", { ...S, default: "x", anyOf: [{ pattern: "x" }], not: { pattern: "y" } }, S],
  [
    "required fields that may be null",
    { type: "object", required: ["x", "y"], properties: { x: { ...S, nullable: true }, y: S } },
    { type: "object", required: ["y"], properties: { x: {}, y: S } },
  ],
])("version 2 knows no %s", (_what, declared, published) => {
  expect(v2(declared)).toEqual(published);
});

test("values and rules are written in Go's order", () => {
  const rule = { fieldPath: ".a", rule: "true", message: "m" };
  const schema = v3({ default: { b: [{ d: 1, c: 2 }], a: 1 }, "x-kubernetes-validations": [rule] });
  expect(JSON.stringify(schema)).toBe(
    '{"default":{"a":1,"b":[{"c":2,"d":1}]},"x-kubernetes-validations":[{"rule":"true","message":"m","fieldPath":".a"}]}',
  );
});
