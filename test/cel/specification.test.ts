import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Answer, answer, environmentOf } from "./answer.ts";
import { type SpecificationTest, specificationTests } from "./specification.ts";
import { comparable, fromTagged } from "./tagged.ts";

/** Tests that Kubernetes' own CEL fails, by the reason. Its results were recorded with the program in `oracle`. */
const KNOWN: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("specification-known-failures.json", import.meta.url), "utf8"),
);
const known = new Map(
  Object.entries(KNOWN).flatMap(([reason, names]) => names.map((name) => [name, reason])),
);

function run({ expression, variables, values, checked }: SpecificationTest): Answer {
  const bound = Object.entries(values).map(([name, value]) => [name, fromTagged(value)] as const);
  return answer(expression, environmentOf(variables), Object.fromEntries(bound), checked);
}

const withoutSign = (value: unknown): string => JSON.stringify(value).replace('"-0"', '"0"');

function passes(test: SpecificationTest): boolean {
  const { expected, onlyChecked } = test;
  let result: Answer;
  try {
    result = run(test);
  } catch {
    return false;
  }
  if (onlyChecked !== undefined) return result.type === onlyChecked;
  if (expected === undefined) return result.value === undefined;
  return (
    result.value !== undefined && withoutSign(comparable(result.value)) === withoutSign(comparable(expected))
  );
}

describe("the tests of the CEL specification", () => {
  const tests = specificationTests();
  const failed = tests.filter((test) => !passes(test)).map(({ name }) => name);

  it("pass, but for those that Kubernetes does not pass either", () => {
    console.log(`specification: ${tests.length - failed.length} of ${tests.length} pass`);
    expect(failed.filter((name) => !known.has(name))).toEqual([]);
  });

  it("are not listed as failing when they pass", () => {
    const failing = new Set(failed);
    expect([...known.keys()].filter((name) => !failing.has(name))).toEqual([]);
  });
});
