import { describe, expect, test } from "vitest";
import type { KubeObject, ManagedFieldsEntry } from "../../../../api/meta.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import { type FieldUpdate, updateManagedFields } from "./update-managed-fields.ts";

const NOW = Date.parse("2020-01-02T03:04:05.678Z");
const TIME = "2020-01-02T03:04:05Z";

type Input = Partial<FieldUpdate> & Pick<FieldUpdate, "object">;

function update(type: string, input: Input): ManagedFieldsEntry[] {
  const usual = {
    live: undefined,
    shape: builtinShape(type),
    manager: "m",
    apiVersion: "v1",
    subresource: "",
    now: NOW,
  };
  return updateManagedFields({ ...usual, resetFields: [], ...input });
}

const configMap = (data: Record<string, string>, entries?: ManagedFieldsEntry[] | null): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", uid: "u", ...(entries ? { managedFields: entries } : {}) },
  data,
});

const entry = (manager: string, fieldsV1: object, more: object = {}): ManagedFieldsEntry =>
  ({
    manager,
    operation: "Update",
    apiVersion: "v1",
    time: TIME,
    fieldsType: "FieldsV1",
    fieldsV1,
    ...more,
  }) as ManagedFieldsEntry;

const live = configMap({ a: "1", b: "2" }, [
  entry("m", { "f:data": { ".": {}, "f:a": {}, "f:b": {} } }, { time: "2019-01-01T00:00:00Z" }),
]);

describe("updateManagedFields", () => {
  test.each([
    ["gains a field", { a: "1", b: "3" }, 1],
    ["loses one", { a: "1" }, 0],
    ["says the same again", { a: "1", b: "2" }, 0],
  ])("updateManagedFields tells of a new time when the manager %s", (_what, data, times) => {
    let stamped = 0;
    update("core/v1.ConfigMap", { live, object: configMap(data), onStamp: () => stamped++ });
    expect(stamped).toBe(times);
  });
  test("updateManagedFields gives who changes its own fields the very same set, and a new time", () => {
    const [own] = update("core/v1.ConfigMap", { live, object: configMap({ a: "1", b: "3" }) });
    expect(own?.fieldsV1).toBe(live.metadata.managedFields?.[0]?.fieldsV1);
    expect(own?.time).toBe(TIME);
  });
  test("updateManagedFields gives the creator everything but identity and bookkeeping", () => {
    const object: KubeObject = {
      ...configMap({ a: "1" }),
      metadata: { name: "a", generation: 1, labels: { l: "1" } },
    };
    expect(update("core/v1.ConfigMap", { object })).toEqual([
      entry("m", { "f:metadata": { "f:labels": { ".": {}, "f:l": {} } }, "f:data": { ".": {}, "f:a": {} } }),
    ]);
  });
  test("updateManagedFields names items of lists by their keys, with defaults", () => {
    const ports = [{ port: 80 }, { port: 53, protocol: "UDP" }];
    const object = {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "a" },
      spec: { ports },
      status: { loadBalancer: {} },
    };
    expect(update("core/v1.Service", { object })[0]?.fieldsV1).toEqual({
      "f:spec": {
        "f:ports": {
          ".": {},
          'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} },
          'k:{"port":53,"protocol":"UDP"}': { ".": {}, "f:port": {}, "f:protocol": {} },
        },
      },
    });
  });
  test("updateManagedFields leaves out what is never left out and has not been set", () => {
    const containers = [{ name: "c", resources: {} }];
    const object = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "a" },
      spec: { containers },
      status: {},
    };
    expect(update("core/v1.Pod", { object })[0]?.fieldsV1).toEqual({
      "f:spec": { "f:containers": { 'k:{"name":"c"}': { ".": {}, "f:name": {}, "f:resources": {} } } },
    });
  });
  test("updateManagedFields takes what changed from the others", () => {
    const object = configMap({ a: "9", c: "3" }, live.metadata.managedFields ?? null);
    expect(update("core/v1.ConfigMap", { live, object, manager: "n" })).toEqual([
      { ...live.metadata.managedFields?.[0], fieldsV1: { "f:data": {} } },
      entry("n", { "f:data": { "f:a": {}, "f:c": {} } }),
    ]);
  });
  test("updateManagedFields keeps the time when nothing was gained", () => {
    const object = configMap({ a: "1" });
    expect(update("core/v1.ConfigMap", { live, object })).toEqual([
      { ...live.metadata.managedFields?.[0], fieldsV1: { "f:data": { ".": {}, "f:a": {} } } },
    ]);
  });
  test.each([[[]], [[{}]]])("updateManagedFields forgets everything for %j", (sent) => {
    expect(update("core/v1.ConfigMap", { live, object: configMap({ a: "2" }, sent) })).toEqual([]);
  });
  test("updateManagedFields does not begin to track an object that is not tracked", () => {
    expect(update("core/v1.ConfigMap", { live: configMap({}), object: configMap({ a: "1" }) })).toEqual([]);
  });
  test("updateManagedFields takes the stored entries when those of the request make no sense", () => {
    const object = configMap({ a: "1", b: "2" }, [entry("x", {}, { operation: "Nothing" })]);
    expect(update("core/v1.ConfigMap", { live, object })).toEqual(live.metadata.managedFields);
  });
  test("updateManagedFields ignores the entries of a request to a subresource", () => {
    const object = configMap({ a: "1", b: "2" }, [{}]);
    expect(update("core/v1.ConfigMap", { live, object, subresource: "status" })).toEqual(
      live.metadata.managedFields,
    );
  });
  test("updateManagedFields does not give reset fields to anybody", () => {
    const object = { ...live, data: { a: "2", b: "3" } };
    expect(update("core/v1.ConfigMap", { live, object, resetFields: [["data"]] })).toEqual(
      live.metadata.managedFields,
    );
  });
  test("updateManagedFields compares entries of another version in that version and drops those of unknown ones", () => {
    const entries = [
      entry("old", { "f:old": {} }, { apiVersion: "v0" }),
      entry("lost", { "f:x": {} }, { apiVersion: "v9" }),
    ];
    const shape = builtinShape("core/v1.ConfigMap");
    const [before, object] = [configMap({ a: "1" }, entries), configMap({ a: "2" }, entries)];
    const inVersion = (version: string) =>
      version === "v0" ? { shape, live: { old: "1" }, object: { old: "1" } } : undefined;
    expect(update("core/v1.ConfigMap", { live: before, object, inVersion })).toEqual([
      entry("m", { "f:data": { "f:a": {} } }),
      entry("old", { "f:old": {} }, { apiVersion: "v0" }),
    ]);
  });
  test.each([
    ["before", { live: { data: {}, only: "x" }, object: { data: {} } }],
    ["after", { live: { data: {} }, object: { data: {}, only: "x" } }],
  ])(
    "updateManagedFields keeps the managers of a custom resource that %s the write has a field which the version of an entry lacks",
    (_when, there) => {
      const entries = [entry("old", { "f:data": {} }, { apiVersion: "v0" })];
      const shape = builtinShape("core/v1.ConfigMap");
      const [before, object] = [configMap({ a: "1" }, entries), configMap({ a: "2" }, entries)];
      const inVersion = () => ({ shape, ...there });
      const input = { live: before, object, inVersion };
      expect(update("core/v1.ConfigMap", { ...input, mayNotFit: true })).toEqual(entries);
      expect(update("core/v1.ConfigMap", input)).not.toEqual(entries);
    },
  );
  test("updateManagedFields joins the oldest updates when there are more than ten", () => {
    const entries = Array.from({ length: 10 }, (_, i) =>
      entry(`m${i}`, { "f:data": { [`f:k${i}`]: {} } }, { time: `2019-01-0${1 + (i % 9)}T00:00:00Z` }),
    );
    const data = Object.fromEntries(entries.map((_, i) => [`k${i}`, "1"]));
    const [before, object] = [configMap(data, entries), configMap({ ...data, z: "1" }, entries)];
    const after = update("core/v1.ConfigMap", { live: before, object });
    expect(after).toHaveLength(10);
    expect(after[0]).toEqual(
      entry("ancient-changes", { "f:data": { "f:k0": {}, "f:k9": {} } }, { time: "2019-01-01T00:00:00Z" }),
    );
  });
  test("updateManagedFields owns repeated list items as one", () => {
    const addresses = [
      { type: "A", address: "1" },
      { type: "A", address: "2" },
    ];
    const node = { apiVersion: "v1", kind: "Node", metadata: { name: "a" }, status: { addresses } };
    const [created] = update("core/v1.Node", { object: node });
    expect(created?.fieldsV1).toEqual({ "f:status": { "f:addresses": { ".": {}, 'k:{"type":"A"}': {} } } });
  });
});
