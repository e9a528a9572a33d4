import { expect, test } from "vitest";
import { storedSerialization } from "./stored-serialization.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const { read, write } = storedSerialization(PROTOBUF);

/** A PriorityClass in protobuf, with zero values written as Go writes them. */
const STORED =
  "azhzAAolChRzY2hlZHVsaW5nLms4cy5pby92MRINUHJpb3JpdHlDbGFzcxIdChEKAXYSABoAIgAqADIAOABCABABGAAiACoCd2EaACIA";

test("what kube-apiserver has stored as protobuf is read with its empty members, in Go's order", () => {
  const service = {
    kind: "Service",
    apiVersion: "v1",
    metadata: { name: "a", uid: "u", labels: {} },
    spec: {},
  };
  const stored = write?.(Buffer.from(JSON.stringify(service))) ?? new Uint8Array();
  expect(Buffer.from(stored).subarray(0, 4).toString("latin1")).toBe("k8s\0");
  expect(Buffer.from(read(stored)).toString()).toBe(
    '{"kind":"Service","apiVersion":"v1","metadata":{"name":"a","uid":"u","resourceVersion":"0"},"spec":{},"status":{"loadBalancer":{}}}',
  );
});

test("a PriorityClass with zero values is read", () => {
  expect(JSON.parse(Buffer.from(read(Buffer.from(STORED, "base64"))).toString())).toMatchObject({
    kind: "PriorityClass",
    apiVersion: "scheduling.k8s.io/v1",
    metadata: { name: "v" },
    value: 1,
  });
});

test("custom resources, their definitions and APIServices are stored as JSON, as kube-apiserver does it", () => {
  for (const [apiVersion, kind] of [
    ["example.com/v1", "Widget"],
    ["apiextensions.k8s.io/v1", "CustomResourceDefinition"],
    ["apiregistration.k8s.io/v1", "APIService"],
  ])
    expect(
      write?.(Buffer.from(JSON.stringify({ apiVersion, kind, metadata: { name: "a" } }))),
    ).toBeUndefined();
  expect(storedSerialization("application/json").write).toBeUndefined();
});

test("what is no protobuf is refused", () => {
  expect(() => read(Buffer.from("something else"))).toThrow("does not appear to be a protobuf message");
  expect(() => read(Buffer.from("k8s\0\x0a\xff"))).toThrow();
});
