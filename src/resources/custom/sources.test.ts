import { describe, expect, it } from "vitest";
import { context } from "../../../test/tools/core-writes.tool.ts";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { plainError } from "../../api/status.ts";
import { clone } from "../../json/object.ts";
import type { JsonObject } from "../../json/value.ts";
import type { KindDefinition } from "../kind.ts";
import type { WriteContext } from "../strategy.ts";
import type { ConvertObject } from "./convert.ts";
import { customResource } from "./custom-resource.ts";

const inV2: WriteContext = { ...context, requestVersion: "v2" };

/** Converts like a program with typed structures: fields that the other version does not have are lost. */
const convert: ConvertObject = (object, apiVersion) => {
  if (object.apiVersion === apiVersion) return object;
  if (object.metadata.name === "bad") throw plainError("not today");
  const { spec = {}, ...rest } = clone(object) as KubeObject & { spec?: JsonObject };
  const made = apiVersion === "a.io/v1" ? { size: spec.replicas } : { replicas: spec.size };
  return { ...rest, apiVersion, spec: JSON.parse(JSON.stringify(made)) as JsonObject };
};

const integer = { type: "integer", maximum: 5 };
const version = (name: string, properties: JsonObject): JsonObject => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } },
});

const resource = customResource(
  definitionOf(
    "Widget",
    [version("v1", { size: integer, old: integer }), version("v2", { replicas: integer, extra: integer })],
    { group: "a.io", conversion: { strategy: "Webhook" } },
  ),
  { webhooks: () => ({ convert, ready: () => undefined }) },
);
const v2 = resource.versions.find(({ version }) => version === "v2") as KindDefinition;
const { strategy } = resource;
const widget = (spec: JsonObject, apiVersion = "a.io/v2"): KubeObject => ({
  apiVersion,
  kind: "Widget",
  metadata: { name: "w", generation: 1 },
  spec,
});

describe("an object that a webhook has converted", () => {
  it("is checked as it was written", () => {
    const hub = v2.toHub(widget({ replicas: 1, extra: 9 }));
    expect(hub.spec).toEqual({ size: 1 });
    const [error] = strategy.validateCreate?.(hub, inV2) ?? [];
    expect(error?.field).toBe("spec.extra");
  });

  it("is changed when its version says so", () => {
    const old = v2.toHub(widget({ replicas: 1 }));
    const generation = (spec: JsonObject): number | undefined => {
      const hub = v2.toHub(widget(spec));
      strategy.prepareForUpdate?.(hub, old, inV2);
      return hub.metadata.generation;
    };
    expect(generation({ replicas: 1 })).toBe(1);
    expect(generation({ replicas: 1, extra: 2 })).toBe(2);
  });

  it("is checked before it is known that it cannot be converted, and is not stored", () => {
    const bad = (spec: JsonObject) => v2.toHub({ ...widget(spec), metadata: { name: "bad", generation: 1 } });
    const [error] = strategy.validateCreate?.(bad({ extra: 9 }), inV2) ?? [];
    expect(error?.field).toBe("spec.extra");
    const hub = bad({ extra: 1 });
    expect(strategy.validateCreate?.(hub, inV2)).toEqual([]);
    expect(() => strategy.prepareForStorage?.(v2.arrange(hub).object, "v2")).toThrow("not today");
  });

  it("shows what was stored in its version, until it is stored anew", () => {
    const stored = widget({ replicas: 1, extra: 2 });
    const hub = resource.fromStore?.(stored) as KubeObject;
    expect(v2.fromHub(v2.arrange(hub).object).spec).toEqual({ replicas: 1, extra: 2 });
    hub.metadata.labels = { a: "b" };
    expect(v2.fromHub(hub).metadata).not.toHaveProperty("labels");
    strategy.prepareForStorage?.(hub, "v2");
    expect(v2.fromHub(hub)).toMatchObject({ metadata: { labels: { a: "b" } }, spec: { replicas: 1 } });
    expect(v2.fromHub(hub).spec).not.toHaveProperty("extra");
  });
});
