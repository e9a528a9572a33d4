import { describe, expect, test } from "vitest";
import { context } from "../../../test/tools/core-writes.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { clone } from "../../json/object.ts";
import type { JsonObject } from "../../json/value.ts";
import { prepareAndValidateNow, writingWithoutRequest } from "../write.ts";
import { customResource } from "./custom-resource.ts";

const open = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
const numbered = {
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: { type: "object", properties: { n: { type: "integer", default: 2, maximum: 9 } } },
      status: { type: "object", properties: { phase: { type: "string" }, n: { type: "integer" } } },
    },
  },
};

function define(versions: JsonObject[], more: JsonObject = {}): ReturnType<typeof customResource> {
  const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
  const spec = {
    group: "a.io",
    scope: "Namespaced",
    names,
    versions,
    conversion: { strategy: "None" },
    ...more,
  };
  return customResource({ metadata: { name: "widgets.a.io" }, spec } as unknown as KubeObject);
}

const version = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  served: true,
  storage: false,
  schema: open,
  ...more,
});
const widget = (apiVersion: string, more: JsonObject): KubeObject => ({
  apiVersion,
  kind: "Widget",
  metadata: { name: "w" },
  ...more,
});

describe("customResource", () => {
  const resource = define([
    version("v1beta1", { deprecated: true }),
    version("v1", { storage: true }),
    version("v2", { schema: numbered, subresources: { status: {} } }),
    version("v3", { served: false }),
  ]);
  const [v2, v1] = resource.versions;

  test("customResource serves the newest stable version first and registers all that are declared", () => {
    expect(resource.versions.map((kind) => kind.version)).toEqual(["v2", "v1", "v1beta1"]);
    expect(resource.hub).toBe(v1);
    expect(resource.storagePrefix).toBe("a.io/widgets");
    expect(resource.registrations?.map((r) => `${r.resource.version}/${r.subresource}`)).toEqual([
      "v1beta1/",
      "v1/",
      "v2/",
      "v2/status",
      "v3/",
    ]);
  });

  test("customResource warns of deprecated versions and names the one to use", () => {
    expect(resource.versions[2]?.deprecationWarning).toBe(
      "a.io/v1beta1 Widget is deprecated; use a.io/v2 Widget",
    );
    expect(v1?.deprecationWarning).toBeUndefined();
  });

  test("customResource converts by renaming and cuts down to what a version specifies", () => {
    const stored = widget("a.io/v1", { spec: { n: 1, x: "kept" } });
    expect(v2?.fromHub(stored)).toEqual(widget("a.io/v2", { spec: { n: 1 } }));
    expect(stored.spec).toEqual({ n: 1, x: "kept" });
    expect(v2?.toHub(widget("a.io/v2", { spec: { n: 7 } }))).toEqual(widget("a.io/v1", { spec: { n: 7 } }));
  });

  test("customResource checks a write by the version of the request", () => {
    const object = widget("a.io/v1", { spec: { n: 10 } });
    expect(resource.strategy.validateCreate?.(object, context)).toEqual([]);
    const errors = resource.strategy.validateCreate?.(object, { ...context, requestVersion: "v2" });
    expect(errors?.map(({ field }) => field)).toEqual(["spec.n"]);
  });

  test("customResource refuses other versions in a body", () => {
    expect(() => v1?.decode(clone(widget("a.io/v2", {})))).toThrow(
      "the API version in the data (a.io/v2) does not match the expected API version (a.io/v1)",
    );
  });

  test("customResource refuses other kinds when it validates", () => {
    const object = v1?.decode({ ...widget("a.io/v1", {}), kind: "Gadget" }) as KubeObject;
    expect(resource.strategy.validateCreate?.(object, context)).toEqual([
      { reason: "FieldValueInvalid", field: "kind", message: 'Invalid value: "Gadget": must be Widget' },
    ]);
  });

  test("customResource names what the version of a body does not know, though it refuses that version", () => {
    const unknown = (apiVersion: string): string[] => {
      const paths: string[] = [];
      const body = { apiVersion, kind: "Widget", metadata: {}, spec: { n: 1, x: 2 } };
      expect(() => v1?.decode(body, { unknown: (path) => void paths.push(path) })).toThrow(StatusError);
      return paths;
    };
    expect(unknown("a.io/v2")).toEqual(["spec.x"]);
    expect(unknown("a.io/v7")).toEqual(["spec"]);
    expect(unknown("b.io/v7")).toEqual([]);
  });

  test("customResource keeps what a patch or an apply adds, and does not show it to readers", () => {
    const resource = define([version("v2", { storage: true, schema: numbered })]);
    const { hub } = resource;
    for (const decode of [hub.decodePatched, hub.decodeApplied]) {
      const patched = decode?.call(hub, widget("a.io/v2", { spec: { n: 1, x: 2 } })) as KubeObject;
      resource.strategy.prepareForStorage?.(patched, "v2");
      expect(patched.spec).toEqual({ n: 1, x: 2 });
      expect(resource.fromStore?.(patched).spec).toEqual({ n: 1 });
    }
  });

  test("customResource leaves out applied metadata of a wrong type", () => {
    const metadata = { name: "a", deletionTimestamp: "x", deletionGracePeriodSeconds: 1.5 } as JsonObject;
    expect(v2?.decodeApplied?.(widget("a.io/v2", { metadata }))?.metadata).toEqual({ name: "a" });
  });

  test("customResource refuses conversion by webhook in words", () => {
    const converting = define([version("v1", { storage: true }), version("v2")], {
      conversion: { strategy: "Webhook" },
    });
    expect(() => converting.versions[0]?.fromHub(widget("a.io/v1", {}))).toThrow(StatusError);
    expect(converting.hub.fromHub(widget("a.io/v1", {}))).toEqual(widget("a.io/v1", {}));
  });

  test("customResource reads what was stored under another schema or version", () => {
    const moved = define([version("v1"), version("v2", { schema: numbered, storage: true })]);
    const stored = widget("a.io/v1", { spec: { x: 1 } });
    expect(moved.fromStore?.(stored)).toEqual(widget("a.io/v2", { spec: {} }));
    const current = widget("a.io/v2", { spec: { n: 1 } });
    expect(moved.fromStore?.(current)).toBe(current);
  });
});

describe("customStrategy", () => {
  const scale = {
    specReplicasPath: ".spec.n",
    statusReplicasPath: ".status.n",
    labelSelectorPath: ".status.sel",
  };
  const resource = define([
    version("v1", { storage: true, schema: numbered, subresources: { status: {}, scale } }),
  ]);
  const { strategy } = resource;
  const status = resource.subresources.get("status")?.strategy;

  test("customStrategy drops status on create and keeps it on update", () => {
    const created = widget("a.io/v1", { spec: {}, status: { phase: "x" } });
    strategy.prepareForCreate?.(created, context);
    expect(created).toEqual({ ...widget("a.io/v1", { spec: {} }), metadata: { name: "w", generation: 1 } });
    const old = { ...clone(created), status: { phase: "old" } } as KubeObject;
    const changed = { ...clone(created), spec: { n: 3 }, status: { phase: "new" } } as KubeObject;
    strategy.prepareForUpdate?.(changed, old, context);
    expect(changed).toMatchObject({ status: { phase: "old" }, metadata: { generation: 2 } });
  });

  test("customStatusStrategy changes status and managed fields alone", () => {
    const old = widget("a.io/v1", { spec: { n: 1 } });
    const changed = {
      ...clone(old),
      metadata: { name: "w", labels: { no: "no" }, managedFields: [{ manager: "m" }] },
      spec: { n: 5 },
      status: { phase: "x" },
    } as KubeObject;
    status?.prepareForUpdate?.(changed, old, context);
    expect(changed).toEqual({
      ...old,
      metadata: { name: "w", managedFields: [{ manager: "m" }] },
      status: { phase: "x" },
    });
  });

  test("customStatusStrategy names the inner path in texts", () => {
    const object = widget("a.io/v1", { status: { phase: 5 } });
    expect(status?.validateUpdate?.(object, widget("a.io/v1", {}), context)).toEqual([
      {
        reason: "FieldValueTypeInvalid",
        field: "status.phase",
        message: 'Invalid value: "integer": phase in body must be of type string: "integer"',
      },
    ]);
  });

  test("customScale reads and writes replicas by the paths of the definition", () => {
    const object = widget("a.io/v1", { spec: { n: 3 }, status: { n: 2, sel: "a=b" } });
    const scale = resource.scale?.inVersion("v1");
    expect(scale?.read(object)).toEqual({ replicas: 3, statusReplicas: 2, selector: "a=b" });
    expect(scale?.write(object, 5).spec).toEqual({ n: 5 });
    expect(object.spec).toEqual({ n: 3 });
    expect(() => scale?.read(widget("a.io/v1", {}))).toThrow(
      'the spec replicas field ".spec.n" does not exist',
    );
  });

  test("customScale's bounds are part of validation", () => {
    const errors = strategy.validateCreate?.(widget("a.io/v1", { spec: { n: -1 } }), context);
    expect(errors).toEqual([
      {
        reason: "FieldValueInvalid",
        field: ".spec.n",
        message: "Invalid value: -1: should be a non-negative integer",
      },
    ]);
  });

  test("customStrategy says that rules were not checked where the object is wrong already", () => {
    const schema = {
      openAPIV3Schema: {
        ...numbered.openAPIV3Schema,
        required: ["spec"],
        "x-kubernetes-validations": [{ rule: "true" }],
      },
    };
    const errors = define([version("v1", { storage: true, schema })]).strategy.validateCreate?.(
      widget("a.io/v1", {}),
      context,
    );
    expect(errors?.map(({ field }) => field)).toEqual(["spec", "<nil>"]);
  });
});

test("customResource reads very many stored objects ahead, in as many steps", () => {
  const resource = define([version("v1", { storage: true, schema: numbered })]);
  const stored = Array.from({ length: 100 }, () => widget("a.io/v1", { spec: {}, gone: 1 }));
  const steps = [...(resource.readAhead?.(stored) ?? [])].length;
  expect(steps).toBeGreaterThanOrEqual(stored.length);
  expect([...(resource.readAhead?.(stored) ?? [])]).toEqual([]);
  expect(resource.fromStore?.(stored[0] as KubeObject)).toMatchObject({ spec: { n: 2 } });
});

describe("rules of a custom resource", () => {
  const rules = [{ rule: "self.n > 1", message: "too small" }];
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: { n: { type: "integer" } },
          "x-kubernetes-validations": rules,
        },
      },
    },
  };
  const resource = define([version("v1", { storage: true, schema })]);
  const kind = resource.versions[0];
  if (kind === undefined) throw new Error("no version");
  const long = { name: "w", namespace: "a", annotations: { a: "x".repeat(300_000) } };
  const stored = { ...widget("a.io/v1", { spec: { n: 2 } }), metadata: { name: "w", namespace: "a" } };

  test.each([
    ["a missing name of a new object", { namespace: "a" }, undefined],
    ["long annotations of a new object", long, undefined],
    ["long annotations of a changed object", long, stored],
  ])("are not evaluated after %s", (_, metadata, old) => {
    const object = { ...widget("a.io/v1", { spec: { n: 1 } }), metadata };
    const writing = writingWithoutRequest({ kind, resource }, old === undefined ? {} : { old });
    const found = prepareAndValidateNow(writing, object).map(({ field, message }) => `${field}: ${message}`);
    expect(found.at(-1)).toMatch(/^<nil>: Invalid value: null: some validation rules were not checked/);
    expect(found.join()).not.toContain("too small");
  });
});
