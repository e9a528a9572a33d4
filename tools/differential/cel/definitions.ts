import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

const GROUP = "c{{id}}.example.com";

const BOUNDS: readonly JsonObject[] = [
  { type: "string" },
  { type: "string", maxLength: 10 },
  { type: "string", maxLength: 100_000 },
  { type: "string", enum: ["a", "b"] },
  { type: "string", format: "date-time" },
  { type: "string", format: "duration" },
  { type: "string", format: "byte", maxLength: 64 },
  { type: "string", format: "uuid" },
  { type: "integer" },
  { type: "integer", format: "int64" },
  { type: "number" },
  { type: "boolean" },
  { "x-kubernetes-int-or-string": true },
];
const RULES = [
  "self == self",
  "self == oldSelf",
  "self.size() < 5",
  "self > 1",
  "self > 1.0",
  "self.startsWith('a')",
  "self.matches('^a+$')",
  "self.contains(self)",
  "self.a == self.b",
  "self.a.size() + self.b.size() < 10",
  "has(self.a) && self.a == 'x'",
  "self.all(x, x == x)",
  "self.all(x, self.all(y, x == y))",
  "self.all(x, self.all(y, self.all(z, x == y || y == z)))",
  "self.exists(x, x.matches('a.*b'))",
  "self.map(x, x).size() > 0",
  "self.filter(x, x != '').size() == 1",
  "self.a.all(x, self.b.exists(y, x == y))",
  "self.all(k, self[k].size() < 3)",
  "self.split(',').all(x, x.size() < 3)",
  "self + self == 'aa'",
  "self.lowerAscii() == self",
  "self in ['a', 'b']",
  "type(self) == string",
  "self.getFullYear() > 2000",
  "self < duration('1h')",
  "string(self) != ''",
  "quantity(self).isInteger()",
  "isURL(self) && url(self).getHost() != ''",
  "self.c.d.e == 1",
  "self.missing",
  "self.__namespace__ == 'x'",
  "self.x_y == 1",
  "self.x__dash__y == 1",
  "oldSelf.orValue(self) == self",
  "!oldSelf.hasValue() || oldSelf.value() == self",
  "optional.of(self).hasValue()",
  "1",
  "'a'",
  "self.",
  "",
  "true ||",
  "self == 1 || self == 'a'",
  "cel.bind(x, self, x == x)",
  "sets.contains([self], [self])",
  "self.sort() == self",
  "self.isSorted()",
  "self.sum() < 10",
  "size(self) > 0 && self[0] == self[size(self) - 1]",
];
const MESSAGES = [
  "'no ' + string(self)",
  "self",
  "'x'",
  "1",
  "self.a",
  "'a' + self + 'b'",
  "",
  "   ",
  "self.map(x, string(x)).join(',')",
  "'a\\nb'",
];

/** A definition with random rules. A dry run of it reports their errors and costs. */
export function definition(random: Random): JsonObject {
  const property = (): JsonObject => schemaOf(random, 2);
  const spec: JsonObject = {
    type: "object",
    properties: { a: property(), b: property(), "x-y": property(), namespace: property() },
    ...rulesOf(random, 0.4),
  };
  const schema: JsonObject = { type: "object", properties: { spec }, ...rulesOf(random, 0.1) };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `boats.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function schemaOf(random: Random, depth: number): JsonObject {
  const turn = random.next();
  const made: JsonObject = depth <= 0 || turn < 0.5 ? { ...random.pick(BOUNDS) } : deep(random, depth, turn);
  return { ...made, ...rulesOf(random, 0.35) };
}

function deep(random: Random, depth: number, turn: number): JsonObject {
  if (turn < 0.75)
    return {
      type: "array",
      items: schemaOf(random, depth - 1),
      ...(random.chance(0.5) ? { maxItems: random.pick([1, 5, 10, 100, 1000, 100_000]) } : {}),
    };
  if (turn < 0.88)
    return {
      type: "object",
      additionalProperties: schemaOf(random, depth - 1),
      ...(random.chance(0.5) ? { maxProperties: random.pick([1, 10, 1000]) } : {}),
    };
  return { type: "object", properties: { a: schemaOf(random, depth - 1), b: schemaOf(random, depth - 1) } };
}

function rulesOf(random: Random, probability: number): JsonObject {
  if (!random.chance(probability)) return {};
  const rule = (): Json => ({
    rule: random.pick(RULES),
    ...(random.chance(0.25) ? { messageExpression: random.pick(MESSAGES) } : {}),
    ...(random.chance(0.15) ? { message: random.pick(["must be", "a\nb", "", " "]) } : {}),
    ...(random.chance(0.12) ? { optionalOldSelf: random.chance(0.8) } : {}),
    ...(random.chance(0.1)
      ? { fieldPath: random.pick([".a", ".b.c", ".x-y", "['x-y']", ".missing", "a", ""]) }
      : {}),
    ...(random.chance(0.08)
      ? { reason: random.pick(["FieldValueInvalid", "FieldValueRequired", "Other"]) }
      : {}),
  });
  return { "x-kubernetes-validations": random.times(1, 2, rule) };
}
