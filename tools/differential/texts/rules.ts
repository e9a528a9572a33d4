import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";

/** A kind of values: its schema, values of it, expressions that have the same type without the object. */
interface Sort {
  readonly schema: JsonObject;
  readonly value: (random: Random) => Json;
  readonly plain: readonly string[];
}

const word = (random: Random): string => random.pick(["a", "b", "c", ""]);
const integer = (random: Random): number => random.pick([0, 1, 2, -1, 7]);
const float = (random: Random): number => random.pick([0, 1, 2, 1.5, -0.5, 2.25]);
const date = (random: Random): string => random.pick(["2024-01-01", "2024-01-02"]);
const time = (random: Random): string => random.pick(["2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00"]);
const duration = (random: Random): string => random.pick(["1h", "60m", "3d", "1 day"]);
const bytes = (random: Random): string => random.pick(["YQ==", "Yg==", ""]);
const nothing = (): Json => null;

const text: JsonObject = { type: "string", maxLength: 20 };
const int: JsonObject = { type: "integer" };
const number: JsonObject = { type: "number" };
const optionalText: JsonObject = { ...text, nullable: true };
const either: JsonObject = { "x-kubernetes-int-or-string": true };
const format = (name: string): JsonObject => ({ ...text, format: name });
const list = (items: JsonObject, type?: string, ...keys: string[]): JsonObject => ({
  type: "array",
  maxItems: 5,
  items,
  ...(type === undefined ? {} : { "x-kubernetes-list-type": type }),
  ...(type === "map" ? { "x-kubernetes-list-map-keys": keys } : {}),
});
const map = (values: JsonObject): JsonObject => ({
  type: "object",
  maxProperties: 5,
  additionalProperties: values,
});
const odd: JsonObject = {
  type: "object",
  properties: { a__b: text, a__dot__b: text, "x-y": text, in: text, "a.b": text, é: text, __proto__: text },
};
const pair: JsonObject = {
  type: "object",
  required: ["k"],
  properties: { k: text, v: int, w: optionalText },
};
const twoKeys: JsonObject = {
  type: "object",
  required: ["k", "v"],
  properties: { k: text, v: int, w: text },
};
const open: JsonObject = { ...pair, "x-kubernetes-preserve-unknown-fields": true };

type Value = (random: Random) => Json;

const some =
  (value: Value): Value =>
  (random) =>
    random.times(0, 3, () => value(random));
const distinct =
  (value: Value, key: (value: Json) => string = (item) => JSON.stringify(item)): Value =>
  (random) => [...new Map(random.times(0, 4, () => value(random)).map((item) => [key(item), item])).values()];
const keyed =
  (value: Value): Value =>
  (random) =>
    Object.fromEntries(random.times(0, 3, () => [random.pick(["a", "b", "x-y", "in", "é"]), value(random)]));
const aPair: Value = (random) => ({
  k: word(random),
  ...(random.chance(0.7) ? { v: integer(random) } : {}),
  ...(random.chance(0.4) ? { w: random.pick([nothing, word])(random) } : {}),
});
const anOdd: Value = (random) =>
  Object.fromEntries(
    random.some(Object.keys(odd.properties as JsonObject)).map((name) => [name, word(random)]),
  );
const anOpen: Value = (random) => ({
  ...(aPair(random) as JsonObject),
  ...(random.chance(0.6) ? { z: random.pick([1, "a", null, [1], { a: 1 }]) } : {}),
});
const aTwoKeys: Value = (random) => ({
  k: word(random),
  v: integer(random),
  ...(random.chance(0.4) ? { w: word(random) } : {}),
});
const keyOf = (item: Json): string => String((item as JsonObject).k);
const keysOf = (item: Json): string => `${keyOf(item)} ${String((item as JsonObject).v)}`;

const SORTS: Readonly<Record<string, Sort>> = {
  t: { schema: text, value: word, plain: ["'a'", "'b'", "''"] },
  i: { schema: int, value: integer, plain: ["0", "1", "2", "-1"] },
  n: { schema: number, value: float, plain: ["0.0", "1.0", "1.5"] },
  x: { schema: either, value: (random) => random.pick([word, integer])(random), plain: ["'a'", "1"] },
  d: { schema: format("date"), value: date, plain: ["timestamp('2024-01-01T00:00:00Z')"] },
  dt: { schema: format("date-time"), value: time, plain: ["timestamp('2024-01-01T00:00:00Z')"] },
  du: { schema: format("duration"), value: duration, plain: ["duration('1h')", "duration('72h')"] },
  y: { schema: format("byte"), value: bytes, plain: ["b'a'", "b''"] },
  tl: { schema: list(text), value: some(word), plain: ["['a']", "['a', 'b']", "[]"] },
  il: { schema: list(int), value: some(integer), plain: ["[1]", "[1, 2]", "[]"] },
  nl: { schema: list(number), value: some(float), plain: ["[1.0]", "[1.5, 2.0]", "[]"] },
  dl: { schema: list(format("date")), value: some(date), plain: ["[timestamp('2024-01-01T00:00:00Z')]"] },
  dul: { schema: list(format("duration")), value: some(duration), plain: ["[duration('1h')]"] },
  yl: { schema: list(format("byte")), value: some(bytes), plain: ["[b'a']"] },
  xl: { schema: list(either), value: some((random) => random.pick([word, integer])(random)), plain: ["[]"] },
  ll: { schema: list(list(int)), value: some(some(integer)), plain: ["[[1]]", "[[]]"] },
  ts: { schema: list(text, "set"), value: distinct(word), plain: ["['a']", "['b', 'a']", "[]"] },
  is: { schema: list(int, "set"), value: distinct(integer), plain: ["[1]", "[2, 1]", "[]"] },
  ns: { schema: list(number, "set"), value: distinct(float), plain: ["[1.0]", "[1.5, 1.0]"] },
  ys: { schema: list(format("byte"), "set"), value: distinct(bytes), plain: ["[b'a']"] },
  ds: { schema: list(format("date"), "set"), value: distinct(date), plain: ["[]"] },
  o: { schema: pair, value: aPair, plain: [] },
  oo: { schema: open, value: anOpen, plain: [] },
  od: { schema: odd, value: anOdd, plain: [] },
  ol: { schema: list(pair), value: some(aPair), plain: [] },
  ml: { schema: list(pair, "map", "k"), value: distinct(aPair, keyOf), plain: [] },
  m2: { schema: list(twoKeys, "map", "k", "v"), value: distinct(aTwoKeys, keysOf), plain: [] },
  om: { schema: list(open, "map", "k"), value: distinct(anOpen, keyOf), plain: [] },
  tm: { schema: map(text), value: keyed(word), plain: ["{'a': 'b'}", "{}"] },
  im: { schema: map(int), value: keyed(integer), plain: ["{'a': 1}", "{}"] },
  lm: { schema: map(list(text, "set")), value: keyed(distinct(word)), plain: ["{'a': ['b']}"] },
  op: { schema: map(pair), value: keyed(aPair), plain: [] },
};

/** Values that are made to be compared with those of any type. */
const OTHERS = [
  "[{'k': 'a'}]",
  "{'k': 'a', 'v': 1}",
  "{1: 'a'}",
  "[[1]]",
  "[null]",
  "null",
  "1u",
  "1.0",
  "[1u]",
  "[1.0, 'a']",
  "{'a': {'k': 'b'}}",
  "{}",
  "[]",
  "[timestamp('2024-01-01T00:00:00Z')]",
  "b'a'",
  "optional.none()",
];

const NAMES = Object.keys(SORTS);
const kindOf = (name: string): string => {
  const type = SORTS[name]?.schema.type;
  return type === "array" ? "list" : type === "object" ? "map" : "plain";
};

/** Name of a field with the type of a list's items or a map's values, if there is one. */
const ELEMENTS: Readonly<Record<string, string>> = {
  tl: "t",
  ts: "t",
  il: "i",
  is: "i",
  nl: "n",
  ns: "n",
  dl: "d",
  ds: "d",
  dul: "du",
  yl: "y",
  xl: "x",
  ll: "il",
  ol: "o",
  ml: "o",
  om: "oo",
  tm: "t",
  im: "i",
  lm: "ts",
  op: "o",
};

/** An object with fields of all sorts, a default, and rules about it whose failures show values. */
export function ruledObject(random: Random): JsonObject {
  const properties: Record<string, Json> = {};
  const value: Record<string, Json> = {};
  const names = random.shuffled(NAMES).slice(0, 7);
  for (const name of names) {
    for (const field of [name, `${name}2`]) {
      properties[field] = SORTS[name]!.schema;
      value[field] = SORTS[name]!.value(random);
    }
  }
  const rules = new Rules(random, names);
  return {
    type: "object",
    properties,
    default: value,
    "x-kubernetes-validations": random.times(6, 14, () => rules.make()),
  };
}

class Rules {
  readonly #random: Random;
  readonly #names: readonly string[];

  constructor(random: Random, names: readonly string[]) {
    this.#random = random;
    this.#names = names;
  }

  make(): JsonObject {
    if (this.#random.chance(0.5)) return { rule: this.#truth(2) };
    const name = this.#random.pick(this.#names);
    return { rule: "false", messageExpression: `'%s'.format([${this.#of(name, 2)}])` };
  }

  #any(kind?: string): string {
    const fit = this.#names.filter((name) => kind === undefined || kindOf(name) === kind);
    return this.#random.pick(fit.length === 0 ? this.#names : fit);
  }

  /** An expression of the type of a field. */
  #of(name: string, depth: number): string {
    const random = this.#random;
    const plain = SORTS[name]?.plain ?? [];
    const field = `self.${name}${random.pick(["", "2"])}`;
    if (depth <= 0 || random.chance(0.4))
      return plain.length > 0 && random.chance(0.3) ? random.pick(plain) : field;
    const again = (): string => this.#of(name, depth - 1);
    const forms = [
      () => `(${this.#truth(depth - 1)} ? ${again()} : ${again()})`,
      () => `[${again()}, ${again()}][${random.int(0, 1)}]`,
      () => `optional.of(${again()}).value()`,
      () => `{'a': ${again()}}.a`,
      () => `[${again()}, ${again()}].filter(x, ${this.#about("x", name, depth - 1)})[0]`,
    ];
    if (kindOf(name) === "list") forms.push(...this.#lists(name, depth));
    if (kindOf(name) === "map" && ELEMENTS[name] !== undefined)
      forms.push(() => `${again()}.transformMap(k, v, v)`);
    if (name === "i")
      forms.push(
        () => `size(${this.#of(this.#any("list"), depth - 1)})`,
        () => `${again()} + ${again()}`,
      );
    for (const [holder, element] of Object.entries(ELEMENTS))
      if (element === name && this.#names.includes(holder))
        forms.push(() => this.#element(holder, depth - 1));
    return random.pick(forms)();
  }

  #element(holder: string, depth: number): string {
    const whole = this.#of(holder, depth);
    if (kindOf(holder) === "list") return `${whole}[${this.#random.int(0, 2)}]`;
    return `${whole}${this.#random.pick([".a", "['b']", "['x-y']", "[?'a'].value()"])}`;
  }

  #lists(name: string, depth: number): (() => string)[] {
    const again = (): string => this.#of(name, depth - 1);
    const element = ELEMENTS[name] ?? "t";
    return [
      () => `(${again()} + ${again()})`,
      () => `(${again()} + ${again()})`,
      () => `${again()}.filter(x, ${this.#about("x", element, depth - 1)})`,
      () => `${again()}.map(x, x)`,
      () => `${again()}.distinct()`,
      () => `${again()}.sort()`,
      () => `${again()}.reverse()`,
      () => `${again()}.slice(0, 1)`,
      () => `[${again()}, ${again()}].flatten()`,
    ];
  }

  #about(variable: string, name: string, depth: number): string {
    return `${variable} ${this.#random.pick(["==", "!="])} ${this.#of(name, Math.min(depth, 0))}`;
  }

  #truth(depth: number): string {
    const random = this.#random;
    const [name, other] = [this.#any(), this.#any()];
    const a = (kind = name): string => this.#of(kind, depth - 1);
    const holder = this.#any("list");
    const element = ELEMENTS[holder] ?? holder;
    const holding = this.#any("map");
    return random.pick([
      () => `${a()} ${random.pick(["==", "!="])} ${a()}`,
      () => `${a()} ${random.pick(["==", "!="])} ${a()}`,
      () => `dyn(${a()}) == dyn(${a(other)})`,
      () => `dyn(${a()}) == dyn(${random.pick(OTHERS)})`,
      () => `dyn(${random.pick(OTHERS)}) == dyn(${a()})`,
      () => `dyn(${random.pick(OTHERS)}) in dyn(${a()})`,
      () => `dyn(${a()}) in dyn(${random.pick(OTHERS)})`,
      () =>
        `dyn(${a()})[dyn(${random.pick(["0", "1u", "0.0", "'a'", "'k'", "true", "null", "1.5"])})] == 'a'`,
      () =>
        `dyn(${a(holding)}).${random.pick(["all", "exists", "exists_one"])}(k, k ${random.pick(["==", "!="])} 'a')`,
      () => `size(dyn(${a(holding)})) == ${random.int(0, 3)}`,
      () => `(dyn(${a(holder)}) + dyn(${random.pick(OTHERS)}))[${random.int(0, 2)}] == 'a'`,
      () => `(dyn(${random.pick(OTHERS)}) + dyn(${a(holder)}))[${random.int(0, 2)}] == 'a'`,
      () => `[${a()}] == [${a()}]`,
      () => `[${a()}] == dyn([${a(other)}])`,
      () => `{'k': ${a()}} == dyn({'k': ${a(other)}})`,
      () => `${a()} in [${a()}, ${a()}]`,
      () => `dyn(${a()}) in dyn([${a(other)}, ${a()}])`,
      () => `optional.of(${a()}) == dyn(optional.of(${a(other)}))`,
      () => `${this.#of(element, depth - 1)} in ${this.#of(holder, depth - 1)}`,
      () => `dyn(${a()}) in dyn(${this.#of(holder, depth - 1)})`,
      () =>
        `${this.#of(holder, depth - 1)}.${random.pick(["all", "exists", "exists_one"])}(x, ${this.#about("x", element, depth - 1)})`,
      () =>
        `${this.#of(holder, depth - 1)}.${random.pick(["all", "exists", "existsOne"])}(i, x, ${this.#about("x", element, depth - 1)})`,
      () =>
        `${this.#of(holding, depth - 1)}.${random.pick(["all", "exists", "exists_one"])}(k, k ${random.pick(["==", "!=", "<"])} 'b')`,
      () =>
        `sets.${random.pick(["contains", "equivalent", "intersects"])}(${this.#of(holder, depth - 1)}, ${this.#of(holder, depth - 1)})`,
      () => `has(self.${name}${random.pick(["", "2"])}${random.pick(["", ".k", ".w", ".v", ".a"])})`,
      () =>
        `${this.#of(holder, depth - 1)}.indexOf(${this.#of(element, depth - 1)}) ${random.pick(["<", "=="])} 1`,
      () => `self.?${name}.${random.pick(["hasValue()", "optMap(x, x == x).orValue(false)"])}`,
      () => `type(${a()}) == type(${a(other)})`,
      () => `${a()} < ${a()}`,
      () => `optional.ofNonZeroValue(${a()}).hasValue()`,
    ])();
  }
}
