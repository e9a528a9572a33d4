import { setKey } from "../../../src/json/object.ts";
import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { FieldFact, TypeFact } from "../../../src/types/notation/notation.ts";
import type { Random } from "../random.ts";
import { enumOf } from "./enums.ts";
import { sampleOf } from "./samples.ts";
import { AMOUNTS, keysFor, ODD_AMOUNTS, ODD_TEXTS, RESOURCE_KEYS, textsOf } from "./texts.ts";
import { fieldsOf } from "./types.ts";

type Scalar = Extract<TypeFact, { kind: "scalar" }>;

const INTEGERS = [0, 1, 2, 3, 5, 10, 30, 80, 100, 420, 443, 1000, 3600, 8080, 30080, -1];
const ODD_INTEGERS = [
  -2, 65535, 65536, 2147483647, 2147483648, -2147483648, 1e10, 4294967295, 9007199254740991,
];
const TIMES = ["2026-01-02T03:04:05Z", "2020-01-01T00:00:00Z", "2030-12-31T23:59:59Z"];
const ODD_TIMES = ["2026-01-02", "2026-01-02T03:04:05.123456Z", "2026-13-02T03:04:05Z", "x", ""];

/** Values for fields: mostly valid ones, sometimes invalid ones, rarely of another type. */
export class Values {
  readonly #random: Random;
  /** Probability that a value is wrong. */
  readonly #wrong: number;

  constructor(random: Random, wrong: number) {
    this.#random = random;
    this.#wrong = wrong;
  }

  #odd(): boolean {
    return this.#random.chance(this.#wrong);
  }

  of(type: TypeFact, field: string, depth: number): Json {
    if (this.#random.chance(this.#wrong / 6)) return this.#otherType();
    switch (type.kind) {
      case "scalar":
        return this.#scalar(type, field);
      case "list":
        return this.#list(type.item, field, depth);
      case "map":
        return this.#map(type.value, field, depth);
      case "message":
        return this.message(type.name, depth);
    }
  }

  message(typeName: string, depth: number): JsonObject {
    const sample = sampleOf(typeName);
    if (sample !== undefined && this.#random.chance(0.6)) return this.#changed(sample, typeName, depth);
    const made: JsonObject = {};
    const fields = fieldsOf(typeName);
    for (const field of fields) {
      if (!field.always || depth <= -2 || this.#random.chance(this.#wrong)) continue;
      made[field.name] = this.of(field.type, field.name, depth - 1);
    }
    const optional = fields.filter((field) => !field.always);
    const most = depth <= 0 ? 1 : 3;
    for (const field of this.#random.some(optional, Math.min(most, optional.length)))
      made[field.name] = this.of(field.type, field.name, depth - 1);
    if (this.#random.chance(this.#wrong / 8)) made.unknownField = "x";
    return made;
  }

  /** A sample with up to two random fields. */
  #changed(sample: JsonObject, typeName: string, depth: number): JsonObject {
    for (const field of this.#random.some(fieldsOf(typeName), depth > 0 ? 2 : 1))
      sample[field.name] = this.of(field.type, field.name, depth - 1);
    return sample;
  }

  #list(item: TypeFact, field: string, depth: number): Json[] {
    const most = depth <= 0 ? 1 : 3;
    const list = this.#random.times(this.#random.chance(0.1) ? 0 : 1, most, () =>
      this.of(item, field, depth - 1),
    );
    const [first] = list;
    if (first !== undefined && this.#random.chance(0.06)) list.push(structuredClone(first));
    return list;
  }

  #map(value: TypeFact, field: string, depth: number): JsonObject {
    const made: JsonObject = {};
    const isAmounts = value.kind === "scalar" && value.code === "Q";
    for (let i = this.#random.int(0, 2); i >= 0; i--) {
      const keys = isAmounts ? RESOURCE_KEYS : keysFor(this.#odd());
      setKey(made, this.#random.pick(keys), this.of(value, field, depth - 1));
    }
    return made;
  }

  #scalar(type: Scalar, field: string): Json {
    const random = this.#random;
    switch (type.code) {
      case "s":
        return this.text(type.goName, field);
      case "b":
        return random.chance(0.5);
      case "i":
      case "l":
        return random.pick(this.#odd() ? ODD_INTEGERS : INTEGERS);
      case "d":
        return random.pick([0, 1, 1.5, -1, 1e21, 100]);
      case "Q":
        return random.chance(0.1) ? random.int(0, 5) : random.pick(this.#odd() ? ODD_AMOUNTS : AMOUNTS);
      case "I":
        return random.pick<Json>([
          1,
          0,
          80,
          "25%",
          "50%",
          "100%",
          "http",
          "-1%",
          "101%",
          "a b",
          70000,
          -1,
          "",
        ]);
      case "T":
        return random.pick(this.#odd() ? ODD_TIMES : TIMES);
      case "M":
        return random.pick(["2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.1Z"]);
      case "y":
        return random.pick(this.#odd() ? ["%%%", "YQ", "a"] : ["YQ==", "aGVsbG8=", "", "e30="]);
      default:
        return random.pick<Json>([{ a: 1 }, {}, { apiVersion: "v1", kind: "ConfigMap" }, "text", 1, [1]]);
    }
  }

  text(goType: string | undefined, field: string): string {
    if (this.#odd()) return this.#random.pick(ODD_TEXTS);
    const values = goType === undefined ? undefined : enumOf(goType);
    if (values !== undefined && this.#random.chance(0.93)) return this.#random.pick(values);
    return this.#random.pick(textsOf(field));
  }

  #otherType(): Json {
    return this.#random.pick<Json>([null, null, null, "text", 7, true, {}, [], { a: "b" }, [1], 1.5, ["a"]]);
  }
}

/** True for a field that the server itself sets. */
export const isKept = ({ name }: FieldFact): boolean => name === "status";
