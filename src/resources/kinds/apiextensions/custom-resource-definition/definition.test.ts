import { describe, expect, test } from "vitest";
import { context } from "../../../../../test/tools/core-writes.tool.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { clone } from "../../../../json/object.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import { customResourceDefinition } from "./definition.ts";

const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } };

function definition(versions: Json[], more: JsonObject = {}): KubeObject {
  const names = { plural: "bases", singular: "base", kind: "Base", listKind: "BaseList" };
  const spec = { group: "a.io", scope: "Namespaced", names, versions, conversion: { strategy: "None" } };
  return { metadata: { name: "bases.a.io", generation: 1 }, spec: { ...spec, ...more } };
}

const v1 = { name: "v1", served: true, storage: true, schema };
const established = {
  conditions: [{ type: "Established", status: "True" }],
  acceptedNames: { plural: "bases", kind: "Base" },
  storedVersions: ["v1"],
};

describe("customResourceDefinition", () => {
  const { strategy } = customResourceDefinition;
  const update = (changed: KubeObject): { object: KubeObject; problems: string[] } => {
    const old: KubeObject = { ...definition([v1]), status: clone(established) };
    strategy?.prepareForUpdate?.(changed, old, context);
    const errors = strategy.validateUpdate?.(changed, old, context) ?? [];
    return { object: changed, problems: errors.map(({ field, message }) => `${field}: ${message}`) };
  };

  test("customResourceDefinition starts with an empty status that names the storage version", () => {
    const object = { ...definition([v1]), status: { conditions: [] } } as KubeObject;
    strategy.prepareForCreate?.(object, context);
    expect(object.status).toEqual({
      conditions: null,
      acceptedNames: { plural: "", kind: "" },
      storedVersions: ["v1"],
    });
    expect(strategy.validateCreate?.(object, context)).toEqual([]);
  });

  test.each([
    [{}, undefined],
    [{ conversionReviewVersions: null }, undefined],
    [{ conversionReviewVersions: ["v1"] }, { conversionReviewVersions: ["v1"] }],
  ])("customResourceDefinition makes of the conversion webhook %j: %j", (webhook, expected) => {
    const object = definition([v1], { conversion: { strategy: "None", webhook } });
    customResourceDefinition.hub.applyDefaults(object);
    expect((object.spec as { conversion: JsonObject }).conversion.webhook).toEqual(expected);
  });

  test("customResourceDefinition wants the name to be made of plural and group", () => {
    const object = definition([v1]);
    expect(strategy.nameProblems("x.a.io", false, object)).toEqual([
      'must be spec.names.plural+"."+spec.group',
    ]);
    expect(strategy.nameProblems("bases.a.io", false, object)).toEqual([]);
  });

  test("customResourceDefinition notes a new storage version and keeps the old one in mind", () => {
    const v2 = { ...v1, name: "v2" };
    const { object, problems } = update(definition([{ ...v1, storage: false }, v2]));
    expect(problems).toEqual([]);
    expect(object).toMatchObject({ metadata: { generation: 2 }, status: { storedVersions: ["v1", "v2"] } });
  });

  test("customResourceDefinition refuses to give up a version in which objects may be stored", () => {
    expect(update(definition([{ ...v1, name: "v2" }])).problems).toEqual([
      'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
    ]);
  });

  test("customResourceDefinition keeps scope and kind of what is established", () => {
    expect(update(definition([v1], { scope: "Cluster" })).problems).toEqual([
      'spec.scope: Invalid value: "Cluster": field is immutable',
    ]);
  });

  test("customResourceDefinition warns of formats that it does not know, on update only of new ones", () => {
    const odd = { openAPIV3Schema: { type: "object", properties: { a: { type: "string", format: "odd" } } } };
    const object = definition([{ ...v1, schema: odd }]);
    expect(strategy.warnings?.(object, undefined, {})).toEqual(['unrecognized format "odd"']);
    expect(strategy.warnings?.(object, object, {})).toEqual([]);
  });

  test("customResourceDefinition warns of sets of objects and lists, on update only of new ones", () => {
    const setOf = (items: JsonObject): JsonObject => ({
      type: "array",
      "x-kubernetes-list-type": "set",
      items,
    });
    const properties = {
      a: setOf({ type: "object", "x-kubernetes-map-type": "atomic" }),
      b: { type: "object", properties: { c: setOf({ type: "string" }) } },
    };
    const object = definition([{ ...v1, schema: { openAPIV3Schema: { type: "object", properties } } }]);
    expect(strategy.warnings?.(object, undefined, {})).toEqual([
      'x-kubernetes-list-type: set for items of type "object" is not supported by server-side apply or CEL validation rules',
    ]);
    expect(strategy.warnings?.(object, object, {})).toEqual([]);
    expect(strategy.warnings?.(object, definition([v1]), {})).toHaveLength(1);
  });
});

test("customResourceDefinition keeps spec and lets stored versions be given up", () => {
  const strategy = customResourceDefinition.subresources.get("status")?.strategy;
  const old: KubeObject = {
    ...definition([v1]),
    status: { ...clone(established), storedVersions: ["v0", "v1"] },
  };
  const changed: KubeObject = { ...definition([]), status: clone(established) };
  strategy?.prepareForUpdate?.(changed, old, context);
  expect(changed.spec).toEqual(old.spec);
  expect(strategy?.validateUpdate?.(changed, old, context)).toEqual([]);
});
