import { expect, test } from "vitest";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import { mergeTypeOf } from "./merge-type.ts";
import { fieldSetSteps, toFieldSet } from "./to-field-set.ts";

test("fieldSetSteps looks at very many members in many steps", () => {
  const type = mergeTypeOf(builtinShape("core/v1.ConfigMap"));
  const data = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, "v"]));
  expect([...fieldSetSteps(type, { data })].length).toBeGreaterThanOrEqual(10);
  expect(toFieldSet(type, { data: { a: "b" } })).toEqual({ "f:data": { "f:a": {} } });
});
