import { expect, test } from "vitest";
import { seededRandom } from "../../../explain/offline/seeded-random.ts";
import type { JsonObject } from "../../../json/value.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { withoutConversions } from "./converting.ts";
import type { Managed, Managers } from "./managers/decode-managed-fields.ts";
import { mergeObjects } from "./merge-objects.ts";
import { prune } from "./prune.ts";
import { difference, EMPTY_SET, type FieldSet, intersection, setOf, union } from "./sets/field-set.ts";
import { mergeTypeOf } from "./sets/merge-type.ts";
import { toFieldSet } from "./sets/to-field-set.ts";

const shape = builtinShape("core/v1.Pod");
const type = mergeTypeOf(shape);

/** Returns a pod in which each part may be absent. */
function podOf(random: () => number): JsonObject {
  const maybe = (part: JsonObject): JsonObject => (random() < 0.6 ? part : {});
  const container = (name: string): JsonObject[] =>
    random() < 0.4
      ? []
      : [
          {
            name,
            ...maybe({ image: `${Math.floor(random() * 2)}` }),
            ...maybe({ imagePullPolicy: "Always" }),
            ...maybe({ args: ["x", "y"] }),
            ...maybe({
              env: ["a", "b"].filter(() => random() < 0.5).map((key) => ({ name: key, value: key })),
            }),
            ...maybe({ resources: maybe({ limits: maybe({ cpu: "1" }) }) }),
          },
        ];
  const labels = { ...maybe({ a: "1" }), ...maybe({ b: "2" }) };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "p",
      ...maybe({ labels }),
      ...maybe({ finalizers: ["a.b/c", "d.e/f"].slice(random() < 0.5 ? 1 : 0) }),
    },
    spec: {
      ...maybe({ containers: ["c", "d", "e"].flatMap(container) }),
      ...maybe({ nodeSelector: maybe({ n: "1" }) }),
      ...maybe({ priority: 1 }),
    },
  };
}

const managed = (manager: string, set: FieldSet, apiVersion = "v1"): Managed => ({
  manager,
  operation: "Apply",
  apiVersion,
  subresource: "",
  time: undefined,
  set,
});

const pruned = (object: JsonObject, managers: Managers, last: Managed, current: Managed): JsonObject =>
  withoutConversions(prune({ apiVersion: "v1", shape, object }, managers, last, current));

test("prune finds the same, with a manager of another version, where it looks at each field", () => {
  const random = seededRandom(7);
  const seen = { nothing: 0, something: 0 };
  for (let round = 0; round < 800; round++) {
    const applied = podOf(random);
    const object = mergeObjects(type, podOf(random), applied);
    const set = toFieldSet(type, applied);
    const some = toFieldSet(type, podOf(random));
    const last = managed(
      "m",
      random() < 0.7 ? intersection(set, some) : union(set, difference(some, setOf([["f:kind"]]))),
    );
    const current = managed("m", set);
    const managers: Managers = new Map([["m", current]]);
    if (random() < 0.5) managers.set("other", managed("other", toFieldSet(type, podOf(random))));
    const result = pruned(object, managers, last, current);
    seen[result === object ? "nothing" : "something"]++;
    managers.set("odd", managed("odd", EMPTY_SET, "v9"));
    expect(result).toEqual(pruned(object, managers, last, current));
  }
  expect(Math.min(seen.nothing, seen.something)).toBeGreaterThan(100);
});
