import type { JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

const EXPRESSIONS = [
  "self.t == 'a'",
  "self.l.all(x, x > 1) && has(self.o.k)",
  "self.m['a'] != \"b\" || !self.b",
  "self.i + 1 * 2 - -3 == 4",
  "{'a': 1, ?'b': optional.none()}.a == 1",
  "[1, 2, 3][0] == self.i",
  "self.b ? self.i > 1 : self.i < 0x1F",
  "self.?o.?k.orValue('x') == r'\\d'",
  "cel.bind(v, self.i, v + v > 2)",
  "self.l.map(x, string(x) + '1').filter(y, y != '').size() > 0",
  "google.protobuf.Int32Value{value: 1} == 1",
  "duration('1h') > duration('1m') // why",
];
const TOKENS = /\s+|\w+|'[^']*'|"[^"]*"|[<>=!&|]=?=?|./g;
const STRAY = [
  ..."()[]{}.,:?!&|=+-*/%<>'\"\\`#; ",
  "&&",
  "==",
  "in",
  "null",
  "as",
  "self",
  "1",
  "1.",
  "1u",
  "..",
  "?.",
  "[?",
  "x.all(",
  "nope(1)",
  "self.nope",
  "é",
  "`a-b`",
];

/** Some fields, and rules about them that have lost, gained or repeated a few tokens. */
export function mistakenRules(random: Random): JsonObject {
  const text = { type: "string", maxLength: 20 };
  return {
    type: "object",
    properties: {
      t: text,
      i: { type: "integer" },
      b: { type: "boolean" },
      l: { type: "array", maxItems: 5, items: { type: "integer" } },
      m: { type: "object", maxProperties: 5, additionalProperties: text },
      o: { type: "object", properties: { k: text } },
    },
    "x-kubernetes-validations": random.times(4, 12, () => ({ rule: mistaken(random) })),
  };
}

function mistaken(random: Random): string {
  const tokens = random.pick(EXPRESSIONS).match(TOKENS) ?? [];
  for (let left = random.pick([1, 1, 2, 3]); left > 0; left--) {
    const at = random.int(0, tokens.length);
    const added = random.pick([
      [],
      [],
      [random.pick(STRAY)],
      [random.pick(STRAY)],
      [random.pick(EXPRESSIONS)],
    ]);
    tokens.splice(at, random.int(0, 1), ...added);
  }
  return tokens.join("") || "1";
}
