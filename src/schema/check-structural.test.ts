import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json/value.ts";
import { checkStructural, structuralSteps, unsupportedKeyword } from "./check-structural.ts";
import { parseSchema } from "./json-schema.ts";

const problems = (schema: JsonObject): string[] =>
  checkStructural(parseSchema(schema), "s").map(({ field, message }) => `${field}: ${message}`);
const field = (schema: JsonObject): JsonObject => ({ type: "object", properties: { v: schema } });

describe("checkStructural", () => {
  const cases: [what: string, schema: JsonObject, expected: string[]][] = [
    ["a sound schema", field({ type: "string", anyOf: [{ minLength: 1 }] }), []],
    [
      "a field without type",
      field({}),
      ["s.properties[v].type: Required value: must not be empty for specified object fields"],
    ],
    [
      "a list without items",
      field({ type: "array" }),
      ["s.properties[v].items: Required value: must be specified"],
    ],
    [
      "a root that is no object",
      { type: "string" },
      ['s.type: Invalid value: "string": must be object at the root'],
    ],
    [
      "a type inside of a junctor",
      field({ type: "string", anyOf: [{ type: "string" }] }),
      ["s.properties[v].anyOf[0].type: Forbidden: must be empty to be structural"],
    ],
    [
      "the types of int-or-string",
      field({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] }),
      [],
    ],
    [
      "an odd pattern",
      field({ type: "string", pattern: "(" }),
      [
        's.properties[v].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
      ],
    ],
    [
      "metadata with more than names",
      {
        type: "object",
        properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
      },
      [
        "s.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
      ],
    ],
    [
      "metadata with names",
      {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 } } } },
      },
      [],
    ],
    [
      "a field that only a junctor at the root knows",
      { type: "object", anyOf: [{ properties: { q: { minimum: 1 } } }] },
      ["s.properties[q]: Required value: because it is defined in s.anyOf[0].properties[q]"],
    ],
    [
      "an embedded resource about which nothing is known",
      field({ type: "object", "x-kubernetes-embedded-resource": true }),
      [
        "s.properties[v].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
      ],
    ],
  ];
  test.each(cases)("checkStructural: %s", (_what, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });
});

test("unsupportedKeyword names the first keyword that no structural schema can have", () => {
  expect(unsupportedKeyword(parseSchema(field({ type: "object", $ref: "#/a" })))).toBe(
    "OpenAPIV3Schema '$ref' is not supported",
  );
  expect(unsupportedKeyword(parseSchema(field({ type: "object" })))).toBeUndefined();
});

test("structuralSteps compiles very many patterns in many steps", () => {
  const stepsFor = (count: number): number => {
    const patterns = Array.from({ length: count }, (_, i) => [
      `p${i}`,
      { type: "string", pattern: `^a${i}$` },
    ]);
    const schema = parseSchema({ type: "object", properties: Object.fromEntries(patterns) });
    return [...structuralSteps(schema, "s")].length;
  };
  expect(stepsFor(6000) - stepsFor(10)).toBeGreaterThanOrEqual(10);
});
