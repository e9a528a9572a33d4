import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../api/meta.ts";
import { LAST_APPLIED } from "../../../api/secrets/secret-places.ts";
import type { JsonObject } from "../../../json/value.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import type { ApplyInput } from "./apply-input.ts";
import { type Applied, applyPatch } from "./apply-patch.ts";

const NOW = Date.parse("2020-01-02T03:04:05Z");
const TIME = "2020-01-02T03:04:05Z";
const EARLIER = "2019-01-01T00:00:00Z";

type Input = Partial<ApplyInput> & Pick<ApplyInput, "applied">;

function apply(type: string, kind: string, input: Input): Applied {
  const usual = {
    live: undefined,
    shape: builtinShape(type),
    apiVersion: "v1",
    kind,
    manager: "m",
    force: false,
  };
  return applyPatch({ ...usual, subresource: "", now: NOW, resetFields: [], ...input });
}

const onConfigMap = (input: Input): Applied => apply("core/v1.ConfigMap", "ConfigMap", input);

const configMap = (data?: JsonObject, metadata: JsonObject = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", ...metadata },
  ...(data ? { data } : {}),
});

const entry = (manager: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject => ({
  manager,
  operation: "Apply",
  apiVersion: "v1",
  time: TIME,
  fieldsType: "FieldsV1",
  fieldsV1,
  ...more,
});

const owned = (...names: string[]): JsonObject => ({
  "f:data": Object.fromEntries(names.map((name) => [`f:${name}`, {}])),
});

const live = configMap(
  { a: "1", b: "1" },
  { uid: "u", managedFields: [entry("m", owned("a", "b"), { time: EARLIER })] },
);

describe("applyPatch", () => {
  test("applyPatch creates", () => {
    expect(onConfigMap({ applied: configMap({ a: "1" }) })).toEqual({
      object: configMap({ a: "1" }),
      managedFields: [entry("m", owned("a"))],
      stamped: true,
      isLive: false,
    });
  });
  test("applyPatch removes what the manager applies no longer", () => {
    const { object, managedFields } = onConfigMap({ live, applied: configMap({ b: "2" }) });
    expect(object.data).toEqual({ b: "2" });
    expect(managedFields).toEqual([entry("m", owned("b"))]);
  });
  test("applyPatch by kubectl changes the annotation of client-side apply, though no field changes", () => {
    const annotated = configMap({ a: "1" }, { annotations: { [LAST_APPLIED]: "{}" } });
    const input = { live: annotated, applied: configMap({ a: "1" }) };
    expect(onConfigMap({ ...input, manager: "m" }).isLive).toBe(true);
    expect(onConfigMap({ ...input, manager: "kubectl" }).isLive).toBe(false);
  });
  test("applyPatch that changes nothing keeps the time, and gives a newcomer none", () => {
    expect(onConfigMap({ live, applied: configMap({ a: "1", b: "1" }) }).managedFields).toEqual(
      live.metadata.managedFields,
    );
    const { managedFields } = onConfigMap({ live, applied: configMap({ a: "1" }), manager: "n" });
    expect(managedFields.find(({ manager }) => manager === "n")).not.toHaveProperty("time");
  });
  test("applyPatch keeps what somebody else owns too", () => {
    const shared = {
      ...live,
      metadata: { ...live.metadata, managedFields: [entry("m", owned("a")), entry("n", owned("a"))] },
    };
    expect(onConfigMap({ live: shared as KubeObject, applied: configMap() }).object.data).toEqual({
      a: "1",
      b: "1",
    });
  });
  test("applyPatch refuses to change what another manager owns", () => {
    const run = (): unknown => onConfigMap({ live, applied: configMap({ a: "2" }), manager: "n" });
    const causes = [{ reason: "FieldManagerConflict", message: 'conflict with "m"', field: ".data.a" }];
    expect(run).toThrow(
      expect.objectContaining({
        message: 'Apply failed with 1 conflict: conflict with "m": .data.a',
        code: 409,
      }),
    );
    expect(run).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ details: { causes } }) }),
    );
  });
  test("applyPatch takes it by force", () => {
    const { object, managedFields } = onConfigMap({
      live,
      applied: configMap({ a: "2" }),
      manager: "n",
      force: true,
    });
    expect(object.data).toEqual({ a: "2", b: "1" });
    expect(managedFields).toEqual([entry("m", owned("b"), { time: EARLIER }), entry("n", owned("a"))]);
  });
  test("applyPatch gives what nobody tracked to before-first-apply", () => {
    const { managedFields } = onConfigMap({
      live: configMap({ a: "1" }, { uid: "u" }),
      applied: configMap({ b: "1" }),
    });
    expect(managedFields).toEqual([
      entry("m", owned("b")),
      entry("before-first-apply", { "f:data": { ".": {}, "f:a": {} } }, { operation: "Update" }),
    ]);
  });
  test("applyPatch names the subresource and the version of updaters in conflicts", () => {
    const managedFields = [entry("s", owned("a"), { operation: "Update", subresource: "status" })];
    const other = configMap({ a: "1" }, { managedFields });
    expect(() => onConfigMap({ live: other, applied: configMap({ a: "2" }) })).toThrow(
      'Apply failed with 1 conflict: conflict with "s" with subresource "status" using v1: .data.a',
    );
  });
  test("applyPatch lets kubectl take over what its client-side apply had set", () => {
    const annotation = "kubectl.kubernetes.io/last-applied-configuration";
    const annotations = { [annotation]: JSON.stringify(configMap({ a: "1" })) };
    const managedFields = [entry("kubectl-client-side-apply", owned("a"), { operation: "Update" })];
    const before = configMap({ a: "1" }, { uid: "u", annotations, managedFields });
    const { object } = onConfigMap({ live: before, applied: configMap({ a: "2" }), manager: "kubectl" });
    expect(object.data).toEqual({ a: "2" });
    expect((object.metadata as KubeObject["metadata"]).annotations?.[annotation]).toBe(
      '{"apiVersion":"v1","data":{"a":"2"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
    );
  });
  test("applyPatch does not ask an annotation of another kind", () => {
    const annotation = "kubectl.kubernetes.io/last-applied-configuration";
    const annotations = { [annotation]: JSON.stringify({ ...configMap({ a: "1" }), kind: "Secret" }) };
    const managedFields = [entry("kubectl-client-side-apply", owned("a"), { operation: "Update" })];
    const before = configMap({ a: "1" }, { uid: "u", annotations, managedFields });
    const run = (): unknown =>
      onConfigMap({ live: before, applied: configMap({ a: "2" }), manager: "kubectl" });
    expect(run).toThrow("Apply failed with 1 conflict");
  });
  test("applyPatch takes an empty group for none", () => {
    const { object } = onConfigMap({ applied: { ...configMap({ a: "1" }), apiVersion: "/v1" } });
    const live = configMap({ a: "1" });
    const again = onConfigMap({ live, applied: { ...live, apiVersion: "/v1" }, manager: "n" });
    expect(again.managedFields.find(({ manager }) => manager === "n")?.time).toBe(TIME);
    expect(object).toMatchObject({ apiVersion: "v1", data: { a: "1" } });
  });
  test("applyPatch owns nothing that is reset", () => {
    const { managedFields } = onConfigMap({ applied: configMap({ a: "1" }), resetFields: [["data"]] });
    expect(managedFields).toEqual([]);
  });
  test.each<[JsonObject, number, string]>([
    [{ ...configMap(), apiVersion: "v2" }, 400, "invalid object type: /v2, Kind=ConfigMap"],
    [configMap({}, { managedFields: [] }), 400, "metadata.managedFields must be nil"],
    [
      { ...configMap(), zzz: 1 },
      500,
      "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .zzz: field not declared in schema",
    ],
    [
      configMap({ a: 5 }),
      500,
      "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:5}",
    ],
    [
      configMap({}, { finalizers: ["x", "x"] }),
      500,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .metadata.finalizers: duplicate entries for key [="x"]',
    ],
    [
      configMap({}, { finalizers: {} }),
      500,
      "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .metadata.finalizers: expected list, got &{map[]}",
    ],
  ])("applyPatch refuses %j", (applied, code, message) => {
    expect(() => onConfigMap({ applied })).toThrow(expect.objectContaining({ message, code }));
  });
});

describe("applyPatch on lists", () => {
  const pod = (containers: JsonObject[], managedFields?: JsonObject[]): KubeObject => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", ...(managedFields ? { uid: "u", managedFields } : {}) },
    spec: { containers },
  });
  const onPod = (before: KubeObject | undefined, applied: KubeObject): Applied =>
    apply("core/v1.Pod", "Pod", { live: before, applied, force: true });
  const names = ({ object }: Applied): unknown =>
    ((object.spec as JsonObject).containers as JsonObject[]).map(({ name }) => name);

  test("applyPatch owns items and their fields", () => {
    expect(onPod(undefined, pod([{ name: "c", image: "i" }])).managedFields[0]?.fieldsV1).toEqual({
      "f:spec": { "f:containers": { 'k:{"name":"c"}': { ".": {}, "f:image": {}, "f:name": {} } } },
    });
  });
  test("applyPatch keeps applied items in their order, live ones where they were", () => {
    const before = pod(
      [{ name: "x" }, { name: "a" }, { name: "y" }, { name: "b" }, { name: "z" }],
      [entry("other", {})],
    );
    expect(names(onPod(before, pod([{ name: "b" }, { name: "a" }])))).toEqual(["x", "y", "b", "z", "a"]);
  });
  test("applyPatch removes an item that it applied before", () => {
    const first = onPod(undefined, pod([{ name: "a" }, { name: "b" }]));
    const before = pod([{ name: "a" }, { name: "b" }], first.managedFields);
    expect(names(onPod(before, pod([{ name: "b" }])))).toEqual(["b"]);
  });
  test("applyPatch refuses items without their keys", () => {
    const service = {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "a" },
      spec: { ports: [{ port: 80 }, { port: 80, protocol: "TCP" }] },
    };
    expect(() => apply("core/v1.Service", "Service", { applied: service })).toThrow(
      '.spec.ports: duplicate entries for key [port=80,protocol="TCP"]',
    );
  });
});
