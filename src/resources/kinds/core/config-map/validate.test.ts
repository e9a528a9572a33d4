import { expect, test } from "vitest";
import { FieldReport } from "../../../../api/validation/field-report.ts";
import { atOnce } from "../../../../async/steps.ts";
import { check, checkChange } from "./validate.ts";

const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, "v"]));

test("check looks at very many keys in many steps", () => {
  const at = new FieldReport("");
  expect([...check({ metadata: {}, data: many }, undefined, at)].length).toBeGreaterThanOrEqual(5);
  atOnce(check({ metadata: {}, data: { "a b": "v" } }, undefined, at));
  expect(at.errors.map(({ field }) => field)).toEqual(["data[a b]"]);
});

test("checkChange compares data only where they were immutable", () => {
  let looked = 0;
  const data = new Proxy(many, {
    ownKeys: (target) => {
      looked++;
      return Reflect.ownKeys(target);
    },
  });
  const at = new FieldReport("");
  checkChange({ metadata: {}, data }, { metadata: {}, data: { a: "b" } }, at);
  expect([looked, at.errors]).toEqual([0, []]);
  checkChange({ metadata: {}, data, immutable: true }, { metadata: {}, data: {}, immutable: true }, at);
  expect(at.errors.map(({ field }) => field)).toEqual(["data"]);
});
