import { describe, expect, it } from "vitest";
import { atOnce } from "../../async/steps.ts";
import type { JsonObject } from "../../json/value.ts";
import { encodeProtobuf } from "./encode-envelope.ts";
import { protobufSize } from "./protobuf-size.ts";

const map = (count: number, value = "v") =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
const metadata = { name: "a", labels: { a: "b" } };
const rules = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ verbs: ["get"], resources: [`r${i}`] }));

const OBJECTS: [string, JsonObject][] = [
  ["a small one", { apiVersion: "v1", kind: "ConfigMap", metadata, data: map(3) }],
  [
    "two large maps",
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: map(12_345), binaryData: map(6000, "YWI=") },
  ],
  [
    "keys of all sorts",
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: { ...map(6000), ["__proto__"]: "x", ä: "€" } },
  ],
  [
    "a large list",
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules: rules(5001) },
  ],
  ["a map that is no object", { apiVersion: "v1", kind: "ConfigMap", metadata, data: null }],
  ["a large map inside", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", labels: map(6000) } }],
];

describe("protobufSize is the length of the encoded object of", () => {
  it.each(OBJECTS)("%s", (_, object) => {
    expect(atOnce(protobufSize(object))).toBe(encodeProtobuf(object)?.byteLength);
  });
});

it("protobufSize encodes a large map in parts", () => {
  const steps = [...protobufSize({ apiVersion: "v1", kind: "ConfigMap", metadata, data: map(20_000) })];
  expect(steps.length).toBe(4);
});

it("protobufSize knows no other kinds", () => {
  expect(
    atOnce(protobufSize({ apiVersion: "example.com/v1", kind: "Thing", data: map(6000) })),
  ).toBeUndefined();
});
