import { expect, test } from "vitest";
import type { ObjectShape } from "../../../../types/shape.ts";
import { mergeTypeOf } from "./merge-type.ts";

const WITHOUT_FIELDS: ObjectShape = {
  kind: "object",
  goType: "v1.BasicSchedulingPolicy",
  fields: new Map(),
  atomic: false,
  preserveUnknown: false,
};

test.each<[string, ObjectShape, boolean]>([
  ["a Go type without fields", WITHOUT_FIELDS, true],
  ["a schema that forbids other fields", { ...WITHOUT_FIELDS, goType: "" }, false],
  ["a schema that allows them", { ...WITHOUT_FIELDS, goType: "", preserveUnknown: true }, true],
])("what may be applied to an object of %s", (_, shape, isFree) => {
  const type = mergeTypeOf(shape);
  expect(type.kind === "map" && type.element !== undefined).toBe(isFree);
});
