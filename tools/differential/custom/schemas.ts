import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

const FORMATS = [
  "date-time",
  "date",
  "ipv4",
  "ipv6",
  "email",
  "uuid",
  "byte",
  "uri",
  "cidr",
  "hostname",
  "duration",
  "int32",
  "double",
  "mac",
  "strange",
];
const PATTERNS = ["^[a-z]+$", "a|b", "^.{2,4}$", "[", "\\d+", "^(a+)+$"];
const RULES = [
  "self == self",
  "self.size() > 1",
  "self > 1",
  "has(self.a)",
  "!has(self.b) || self.b != 'x'",
  "self == oldSelf",
  "self.all(x, x != 'a')",
  "self.exists(x, x == 1)",
  "self.a + self.b < 10",
  "self.matches('^a')",
  "size(self) <= 3",
  "self in ['a', 'b']",
  "1 +",
  "nope",
  "self.missing == 1",
  "self.a.startsWith(self.c)",
  "isURL(self)",
  "duration(self) > duration('1s')",
];
const NAMES = ["a", "b", "c", "name", "x-y"];

/** Random schemas of custom resources; mostly structural. */
export class Schemas {
  readonly #random: Random;
  /** Probability that a part is wrong. */
  readonly #wrong: number;

  constructor(random: Random, wrong: number) {
    this.#random = random;
    this.#wrong = wrong;
  }

  #odd(): boolean {
    return this.#random.chance(this.#wrong);
  }

  /** Schema of a whole object. */
  root(): JsonObject {
    const spec = this.object(3);
    const properties: JsonObject = { spec };
    if (this.#random.chance(0.4)) properties.status = this.object(1);
    if (this.#odd()) properties.metadata = { type: "object", properties: { labels: { type: "object" } } };
    return { type: "object", properties, ...this.#decorations("object", 0) };
  }

  any(depth: number): JsonObject {
    const random = this.#random;
    const turn = random.next();
    if (depth <= 0 || turn < 0.55) return this.#scalar();
    if (turn < 0.72) return this.object(depth - 1);
    if (turn < 0.88) return this.#list(depth - 1);
    if (turn < 0.95) return this.#map(depth - 1);
    return {
      "x-kubernetes-preserve-unknown-fields": true,
      ...(random.chance(0.5) ? { type: "object" } : {}),
    };
  }

  object(depth: number): JsonObject {
    const random = this.#random;
    const properties: JsonObject = {};
    for (const name of random.some(NAMES)) properties[name] = this.any(depth);
    const names = Object.keys(properties);
    return {
      type: "object",
      properties,
      ...(random.chance(0.25) ? { required: this.#odd() ? ["a", "zz"] : random.some(names) } : {}),
      ...(random.chance(0.1) ? { "x-kubernetes-map-type": random.pick(["atomic", "granular"]) } : {}),
      ...(random.chance(0.08) ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
      ...(random.chance(0.05) ? { "x-kubernetes-embedded-resource": true } : {}),
      ...this.#decorations("object", depth),
    };
  }

  #list(depth: number): JsonObject {
    const random = this.#random;
    const type = random.pick(["atomic", "set", "map", undefined, undefined]);
    const items = type === "map" ? this.#keyed() : type === "set" ? this.#scalar() : this.any(depth);
    return {
      type: "array",
      items,
      ...(type === undefined ? {} : { "x-kubernetes-list-type": type }),
      ...(type === "map" && !this.#odd() ? { "x-kubernetes-list-map-keys": ["name"] } : {}),
      ...(random.chance(0.2) ? { maxItems: random.int(0, 4) } : {}),
      ...(random.chance(0.1) ? { minItems: random.int(0, 3) } : {}),
      ...(this.#odd() ? { uniqueItems: random.chance(0.5) } : {}),
      ...this.#decorations("array", depth),
    };
  }

  #keyed(): JsonObject {
    const name: JsonObject = { type: "string" };
    if (this.#random.chance(0.2)) name.default = "n";
    const item: JsonObject = { type: "object", properties: { name, value: this.any(0) } };
    if (!this.#odd() && name.default === undefined) item.required = ["name"];
    return item;
  }

  #map(depth: number): JsonObject {
    const random = this.#random;
    return {
      type: "object",
      additionalProperties: random.chance(0.1) ? random.chance(0.7) : this.any(depth),
      ...(random.chance(0.2) ? { maxProperties: random.int(0, 4) } : {}),
      ...(random.chance(0.1) ? { minProperties: random.int(0, 2) } : {}),
      ...this.#decorations("object", depth),
    };
  }

  #scalar(): JsonObject {
    const random = this.#random;
    const type = random.pick(["string", "string", "integer", "number", "boolean"]);
    if (random.chance(0.06))
      return { "x-kubernetes-int-or-string": true, ...(this.#odd() ? { type: "string" } : {}) };
    if (this.#odd() && random.chance(0.3)) return { type: random.pick(["null", "any", "int", ""]) };
    return {
      type,
      ...(type === "string" ? this.#ofText() : this.#ofNumber(type)),
      ...this.#decorations(type, 0),
    };
  }

  #ofText(): JsonObject {
    const random = this.#random;
    return {
      ...(random.chance(0.2) ? { enum: random.pick<Json[]>([["a", "b"], ["x"], ["", "1"], []]) } : {}),
      ...(random.chance(0.15) ? { pattern: random.pick(this.#odd() ? PATTERNS : PATTERNS.slice(0, 3)) } : {}),
      ...(random.chance(0.15) ? { maxLength: random.int(0, 6) } : {}),
      ...(random.chance(0.1) ? { minLength: random.int(0, 3) } : {}),
      ...(random.chance(0.15) ? { format: random.pick(FORMATS) } : {}),
    };
  }

  #ofNumber(type: string): JsonObject {
    const random = this.#random;
    if (type === "boolean") return {};
    return {
      ...(random.chance(0.2) ? { maximum: random.int(-2, 12), exclusiveMaximum: random.chance(0.3) } : {}),
      ...(random.chance(0.2) ? { minimum: random.int(-5, 5), exclusiveMinimum: random.chance(0.3) } : {}),
      ...(random.chance(0.1) ? { multipleOf: random.pick([2, 0.5, 3, 0.1]) } : {}),
      ...(random.chance(0.1) ? { enum: [1, 2, 3] } : {}),
      ...(random.chance(0.1) ? { format: random.pick(["int32", "int64", "float", "double"]) } : {}),
    };
  }

  #decorations(type: string, depth: number): JsonObject {
    const random = this.#random;
    return {
      ...(random.chance(0.15) ? { default: this.#valueFor(type) } : {}),
      ...(random.chance(0.12) ? { nullable: true } : {}),
      ...(random.chance(0.15) ? { "x-kubernetes-validations": random.times(1, 2, () => this.#rule()) } : {}),
      ...(random.chance(0.1) ? { description: "text <&>" } : {}),
      ...(random.chance(0.06) ? this.#logic(depth) : {}),
    };
  }

  #logic(depth: number): JsonObject {
    const random = this.#random;
    const part = (): JsonObject =>
      this.#odd()
        ? this.#scalar()
        : random.pick<JsonObject>([
            { required: ["a"] },
            { minLength: 1 },
            { minimum: 1 },
            { properties: { a: { maxLength: 2 } } },
            { enum: ["a"] },
            { pattern: "^a" },
          ]);
    if (random.chance(0.25)) return { not: part() };
    return { [random.pick(["anyOf", "oneOf", "allOf"])]: random.times(1, depth > 1 ? 3 : 2, part) };
  }

  #rule(): JsonObject {
    const random = this.#random;
    return {
      rule: random.pick(RULES),
      ...(random.chance(0.4) ? { message: random.pick(["must be so", "a\nb", "", " "]) } : {}),
      ...(random.chance(0.15)
        ? { messageExpression: random.pick(["'no: ' + string(self)", "'text'", "1", "self.x"]) }
        : {}),
      ...(random.chance(0.15)
        ? {
            reason: random.pick([
              "FieldValueInvalid",
              "FieldValueForbidden",
              "FieldValueRequired",
              "FieldValueDuplicate",
              "Other",
            ]),
          }
        : {}),
      ...(random.chance(0.15)
        ? { fieldPath: random.pick([".a", ".b", ".zz", "a", ".spec.a", "['x-y']"]) }
        : {}),
      ...(random.chance(0.1) ? { optionalOldSelf: random.chance(0.7) } : {}),
    };
  }

  #valueFor(type: string): Json {
    const random = this.#random;
    if (this.#odd()) return random.pick<Json>([null, "x", 1, {}, []]);
    if (type === "object") return random.pick<Json>([{}, { a: "b" }, { a: 1 }, { zz: 1 }]);
    if (type === "array") return random.pick<Json>([[], ["a"], [1], [{ name: "n" }]]);
    if (type === "boolean") return true;
    return type === "string" ? random.pick(["", "a", "abc", "x"]) : random.pick([0, 1, 3, 1.5]);
  }
}
