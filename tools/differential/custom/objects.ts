import { setKey } from "../../../src/json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

/** Random values for a schema: mostly valid ones, sometimes invalid ones, sometimes with unknown fields. */
export class Objects {
  readonly #random: Random;
  readonly #wrong: number;

  constructor(random: Random, wrong: number) {
    this.#random = random;
    this.#wrong = wrong;
  }

  value(schema: Json | undefined): Json {
    const random = this.#random;
    if (!isJsonObject(schema) || random.chance(this.#wrong)) return this.#anything();
    if (schema.nullable === true && random.chance(0.2)) return null;
    if (Array.isArray(schema.enum) && schema.enum.length > 0 && random.chance(0.8))
      return random.pick(schema.enum);
    switch (schema.type) {
      case "object":
        return this.#object(schema);
      case "array":
        return random.times(0, 3, () => this.value(schema.items));
      case "string":
        return this.#text(schema);
      case "integer":
        return random.pick<Json>([0, 1, 2, 3, 7, -1, 12, 2147483648, 1.5]);
      case "number":
        return random.pick<Json>([0, 1, 1.5, -2.25, 3, 0.3, 1e10]);
      case "boolean":
        return random.chance(0.5);
      default:
        return schema["x-kubernetes-int-or-string"] === true
          ? random.pick<Json>([1, "1", "a", 1.5])
          : this.#anything();
    }
  }

  #object(schema: JsonObject): JsonObject {
    const random = this.#random;
    const made: JsonObject = {};
    const { properties, additionalProperties, required } = schema;
    if (isJsonObject(properties))
      for (const [name, property] of Object.entries(properties))
        if (random.chance(Array.isArray(required) && required.includes(name) ? 0.9 : 0.6))
          made[name] = this.value(property);
    if (isJsonObject(additionalProperties))
      for (const key of random.some(["k", "k2", "with.dot", ""], 2))
        setKey(made, key, this.value(additionalProperties));
    if (random.chance(this.#wrong + 0.05))
      made[random.pick(["extra", "kind", "apiVersion"])] = this.#anything();
    return made;
  }

  #text(schema: JsonObject): Json {
    const random = this.#random;
    const formats: Readonly<Record<string, readonly string[]>> = {
      "date-time": ["2026-01-02T03:04:05Z", "2026-01-02", "2026-01-02T03:04:05+02:00"],
      date: ["2026-01-02", "2026-13-02"],
      ipv4: ["10.0.0.9", "1.2.3"],
      ipv6: ["::1", "g::"],
      email: ["a@example.com", "a"],
      uuid: ["01234567-89ab-cdef-0123-456789abcdef", "x"],
      byte: ["YQ==", "%"],
      uri: ["https://example.com", "::"],
      cidr: ["10.9.0.0/16", "10.9.0.0"],
      hostname: ["example.com", "-a"],
      duration: ["1h", "x", "1 day"],
      mac: ["01:02:03:04:05:06", "x"],
    };
    const known = formats[String(schema.format)];
    return random.pick(
      known !== undefined && random.chance(0.8)
        ? known
        : ["a", "ab", "abc", "", "x", "B", "é", "long text with blanks", "1"],
    );
  }

  #anything(): Json {
    return this.#random.pick<Json>([
      null,
      "text",
      7,
      1.5,
      true,
      {},
      [],
      { a: "b" },
      ["a"],
      [null],
      { a: { b: [1] } },
    ]);
  }
}
