import { expect, test } from "vitest";
import { atOnce } from "../../../../async/steps.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import { builtinResources } from "../../../kinds/index.ts";
import { createRegistry } from "../../../registry.ts";
import { emptyObject } from "../empty-object.ts";
import { compareObjects } from "../sets/compare.ts";
import { equalSets, union } from "../sets/field-set.ts";
import { mergeTypeOf } from "../sets/merge-type.ts";
import { UnkeyedItemError } from "../sets/path-element.ts";
import { createdFields } from "./created-fields.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: false }));

function shapeOf(group: string, version: string, plural: string) {
  const found = registry.find(group, version, plural);
  if (found === undefined) throw new Error(`no ${plural}`);
  return found.kind.shape;
}

const ODD: Json[] = [null, {}, [], "", 0, false, "x", [{}], [{ name: "a" }], [{ name: "a" }, { name: "a" }]];

const containers = [
  { name: "a", env: [{ name: "x", value: "1" }, { name: "y" }], ports: [{ containerPort: 80 }] },
  { name: "b", ports: [{ containerPort: 80, protocol: "UDP" }, { containerPort: 81 }] },
];

/** Returns copies of an object, each with an unusual value at another place. */
function* variants(object: JsonObject): Generator<JsonObject> {
  yield object;
  for (const key of [...Object.keys(object), "metadata", "spec", "status"]) {
    for (const odd of ODD) yield { ...object, [key]: odd };
    const member = object[key];
    if (typeof member !== "object" || member === null || Array.isArray(member)) continue;
    for (const below of variants(member)) yield { ...object, [key]: below };
  }
}

test.each([
  ["", "v1", "pods", { metadata: { name: "p", labels: { a: "b" } }, spec: { containers, hostAliases: [] } }],
  ["apps", "v1", "deployments", { spec: { replicas: 1, selector: {}, template: { spec: { containers } } } }],
  ["", "v1", "services", { spec: { ports: [{ port: 1 }, { port: 2, protocol: "UDP" }] }, status: {} }],
  ["", "v1", "configmaps", { data: { a: "1" }, metadata: { creationTimestamp: null } }],
])("createdFields() of %s/%s %s is what comparing with nothing finds", (group, version, plural, object) => {
  const shape = shapeOf(group, version, plural);
  const type = mergeTypeOf(shape);
  let compared = 0;
  for (const variant of variants(object as JsonObject)) {
    const slow = attempt(() => {
      const { added, modified } = compareObjects(type, emptyObject(shape), variant);
      return union(modified, added);
    });
    const quick = attempt(() => atOnce(createdFields(type, emptyObject(shape), variant)));
    if (slow === undefined || quick === undefined) expect([quick, variant]).toEqual([slow, variant]);
    else if (!equalSets(slow, quick)) expect([quick, variant]).toEqual([slow, variant]);
    compared++;
  }
  expect(compared).toBeGreaterThan(40);
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnkeyedItemError) return undefined;
    throw error;
  }
}

test("createdFields() is the very same set for objects with the same fields", () => {
  const shape = shapeOf("", "v1", "configmaps");
  const setOf = (value: string) =>
    atOnce(createdFields(mergeTypeOf(shape), emptyObject(shape), { data: { a: value }, immutable: true }));
  expect(setOf("1")).toBe(setOf("2"));
});

test("createdFields() of a large object takes many steps, and finds the same", () => {
  const data = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, "v"]));
  const object = { metadata: { labels: data }, data };
  const type = mergeTypeOf(shapeOf("", "v1", "configmaps"));
  const steps = [...createdFields(type, {}, object, true)].length;
  expect(steps).toBeGreaterThanOrEqual(50);
  const inSteps = atOnce(createdFields(type, {}, object, true));
  expect(inSteps).toEqual(atOnce(createdFields(type, {}, object)));
});
