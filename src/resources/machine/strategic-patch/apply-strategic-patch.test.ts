import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { appliedPatch, applyStrategicPatch } from "./apply-strategic-patch.ts";

const pod = builtinShape("core/v1.Pod");
const deployment = builtinShape("apps/v1.Deployment");

const onPod = (spec: JsonObject, patch: JsonObject): unknown =>
  applyStrategicPatch({ spec }, { spec: patch }, pod).spec;
const onMeta = (metadata: JsonObject, patch: JsonObject): unknown =>
  applyStrategicPatch({ metadata }, { metadata: patch }, pod).metadata;

describe("applyStrategicPatch", () => {
  test("applyStrategicPatch merges objects and deletes with null", () => {
    expect(
      onMeta({ labels: { a: "1", b: "2" } }, { labels: { a: null, c: "3" }, annotations: { x: null } }),
    ).toEqual({
      labels: { b: "2", c: "3" },
      annotations: {},
    });
  });
  test("applyStrategicPatch merges list items by their key, changed ones in the place that the patch gives them", () => {
    const containers = [
      { name: "a", image: "1" },
      { name: "b", image: "2" },
    ];
    expect(onPod({ containers }, { containers: [{ name: "b", image: "3" }, { name: "c" }] })).toEqual({
      containers: [{ name: "a", image: "1" }, { name: "b", image: "3" }, { name: "c" }],
    });
  });
  test("applyStrategicPatch orders by $setElementOrder, items of the server in between", () => {
    const containers = [{ name: "a" }, { name: "x" }, { name: "b" }];
    const patch = {
      "$setElementOrder/containers": [{ name: "b" }, { name: "a" }],
      containers: [{ name: "a", image: "1" }],
    };
    expect(onPod({ containers }, patch)).toEqual({
      containers: [{ name: "x" }, { name: "b" }, { name: "a", image: "1" }],
    });
  });
  test.each([
    [["c"], ["a", "c"]],
    [
      ["c", "e"],
      ["a", "e", "c"],
    ],
    [
      ["a", "c"],
      ["c", "a"],
    ],
    [
      ["c", "a"],
      ["a", "c"],
    ],
  ])(
    "applyStrategicPatch orders %j beside an empty $setElementOrder as the reference does",
    (finalizers, expected) => {
      expect(onMeta({ finalizers: ["a"] }, { "$setElementOrder/finalizers": [], finalizers })).toEqual({
        finalizers: expected,
      });
    },
  );
  test("applyStrategicPatch drops new items with a $patch of null where their order is given", () => {
    const patch = {
      "$setElementOrder/initContainers": [{ name: "a" }],
      initContainers: [{ name: "a", $patch: null }],
    };
    expect(onPod({}, patch)).toEqual({ initContainers: [] });
  });
  test("applyStrategicPatch refuses an order for objects that have no merge key", () => {
    const patch = { "$setElementOrder/tolerations": [], tolerations: [] };
    expect(() => onPod({ tolerations: [{ key: "k" }] }, patch)).toThrow(
      "map: map[key:k] does not contain declared merge key: ",
    );
  });
  test("applyStrategicPatch removes and replaces list items by $patch", () => {
    const containers = [{ name: "a" }, { name: "b" }];
    expect(onPod({ containers }, { containers: [{ name: "a", $patch: "delete" }] })).toEqual({
      containers: [{ name: "b" }],
    });
    expect(onPod({ containers }, { containers: [{ $patch: "replace" }, { name: "c" }] })).toEqual({
      containers: [{ name: "c" }],
    });
  });
  test("applyStrategicPatch replaces lists without merge key", () => {
    expect(onPod({ tolerations: [{ key: "a" }] }, { tolerations: [{ key: "b" }] })).toEqual({
      tolerations: [{ key: "b" }],
    });
  });
  test("applyStrategicPatch unites sets and deletes from them", () => {
    expect(onMeta({ finalizers: ["a", "b"] }, { finalizers: ["c", "a"] })).toEqual({
      finalizers: ["c", "a", "b"],
    });
    expect(onMeta({ finalizers: ["a", "b"] }, { "$deleteFromPrimitiveList/finalizers": ["a"] })).toEqual({
      finalizers: ["b"],
    });
  });
  test("applyStrategicPatch keeps only what $retainKeys names", () => {
    const spec = { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } };
    const patch = { strategy: { $retainKeys: ["type"], type: "Recreate" } };
    expect(applyStrategicPatch({ spec }, { spec: patch }, deployment)).toEqual({
      spec: { strategy: { type: "Recreate" } },
    });
  });
  test("applyStrategicPatch replaces an object by $patch", () => {
    expect(onMeta({ labels: { a: "1" } }, { labels: { $patch: "replace", b: "2" } })).toEqual({
      labels: { b: "2" },
    });
    expect(onMeta({ labels: { a: "1" } }, { labels: { $patch: "delete" } })).toEqual({ labels: {} });
  });
  test("applyStrategicPatch leaves its arguments alone and shares what it does not touch", () => {
    const original = { spec: { containers: [{ name: "a" }] }, status: { phase: "Running" } };
    const before = JSON.stringify(original);
    const patched = applyStrategicPatch(original, { spec: { containers: [{ name: "a", image: "1" }] } }, pod);
    expect(JSON.stringify(original)).toBe(before);
    expect(patched.status).toBe(original.status);
  });
  test.each<[JsonObject, number, string]>([
    [{ containers: [{ image: "1" }] }, 500, "map: map[image:1] does not contain declared merge key: name"],
    [
      { containers: [{ name: "a", $patch: "merge" }] },
      500,
      "merging lists cannot yet be specified in the patch",
    ],
    [{ containers: [{ name: "a", $patch: "x" }] }, 500, "unknown patch type: x in map: map[$patch:x name:a]"],
    [
      { $patch: [5, null, "x", { a: true }] },
      500,
      "unknown patch type: [%!s(int64=5) <nil> x map[a:%!s(bool=true)]] in map: map[$patch:[5 <nil> x map[a:true]]]",
    ],
    [
      { $patch: "merge", hostname: "x" },
      500,
      "unknown patch type: merge in map: map[$patch:merge hostname:x]",
    ],
    [{ $retainKeys: ["a"], hostname: "x" }, 400, "invalid patch format of retainKeys"],
    [
      { "$setElementOrder/containers": [{ name: "b" }], containers: [{ name: "a" }] },
      500,
      "The order in patch list:\n[map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n",
    ],
    [{ "$setElementOrder/containers": [null] }, 500, "value for key 0 is not a map"],
    [{ "$setElementOrder/containers": [{ name: "b" }, "a"] }, 500, "value for key 1 is not a map"],
    [
      { "$setElementOrder/containers": [{ name: "a" }, "b"] },
      500,
      "expected a map[string]interface {}, but received a string",
    ],
    [
      { "$setElementOrder/containers": [{ image: "i" }] },
      500,
      "map: map[image:i] does not contain declared merge key: name",
    ],
    [
      { "$deleteFromPrimitiveList/containers": ["a"] },
      500,
      "list element types are not identical: [[map[name:a]] [a]]",
    ],
    [{ $deleteFromPrimitiveList: ["a"] }, 400, "invalid patch format of primitive list"],
    [{ containers: ["x"] }, 500, "list element types are not identical: [[map[name:a]] [x]]"],
  ])("applyStrategicPatch refuses %j", (patch, code, message) => {
    const run = (): unknown => onPod({ containers: [{ name: "a" }] }, patch);
    expect(run).toThrow(expect.objectContaining({ message, code }));
  });
});

describe("appliedPatch", () => {
  test("appliedPatch is without the nulls and directives that were obeyed", () => {
    const patch = { metadata: { labels: { a: null, b: "1" }, $retainKeys: ["labels"] }, status: { x: null } };
    expect(appliedPatch({ metadata: {} }, patch, pod)).toEqual({
      metadata: { labels: { b: "1" } },
      status: {},
    });
  });
  test("appliedPatch keeps the nulls of what was merged", () => {
    const patch = { metadata: { labels: { a: null, b: "1" } } };
    expect(appliedPatch({ metadata: { labels: {} } }, patch, pod)).toEqual(patch);
  });
  test("appliedPatch has items of one key merged into the first", () => {
    const owners = (...ownerReferences: JsonObject[]): JsonObject => ({ metadata: { ownerReferences } });
    const patch = owners({ uid: "u", kind: "A" }, { uid: "u", kind: null, name: "n" });
    const left = appliedPatch(owners({ uid: "o" }), patch, pod);
    expect(left).toEqual(owners({ uid: "u", name: "n" }, { uid: "u", kind: null, name: "n" }));
  });
});
