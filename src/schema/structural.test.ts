import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../json/value.ts";
import { compileStructural } from "./structural.ts";

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const spec = (properties: JsonObject, more?: JsonObject) =>
  compileStructural(object({ spec: object(properties, more) }));

function problems(schema: ReturnType<typeof spec>, value: Json, old?: Json): string[] {
  return schema
    .validate({ spec: value }, old === undefined ? undefined : { spec: old })
    .map((e) => `${e.field}: ${e.message}`);
}

describe("prune", () => {
  const schema = spec({
    known: { type: "string" },
    open: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { closed: object({ a: { type: "string" } }) },
    },
    list: { type: "array", items: object({ a: { type: "string" } }) },
    map: { type: "object", additionalProperties: object({ a: { type: "string" } }) },
    any: { type: "object", additionalProperties: true },
    embedded: object({ spec: object({}) }, { "x-kubernetes-embedded-resource": true }),
  });
  const prune = (value: JsonObject) => {
    const unknown: string[] = [];
    schema.prune(value, { unknown: (path) => void unknown.push(path) });
    return unknown;
  };

  test("prune drops what the schema does not specify and tells the paths, sorted", () => {
    const value = {
      apiVersion: "a/v1",
      kind: "K",
      metadata: { x: 1 },
      z: 1,
      spec: { zz: {}, known: "k", list: [{ a: "", b: 1 }], map: { k: { b: 1 } } },
    };
    expect(prune(value)).toEqual(["spec.list[0].b", "spec.map.k.b", "spec.zz", "z"]);
    expect(value).toEqual({
      apiVersion: "a/v1",
      kind: "K",
      metadata: { x: 1 },
      spec: { known: "k", list: [{ a: "" }], map: { k: {} } },
    });
  });

  test("prune keeps unknown fields below x-kubernetes-preserve-unknown-fields, but not below what is specified there", () => {
    const value = { spec: { open: { x: { y: [{}] }, closed: { a: "", b: 1 } } } };
    expect(prune(value)).toEqual(["spec.open.closed.b"]);
    expect(value).toEqual({ spec: { open: { x: { y: [{}] }, closed: { a: "" } } } });
  });

  test("prune keeps apiVersion, kind and metadata of embedded resources", () => {
    const value = {
      spec: { embedded: { apiVersion: "v1", kind: "K", metadata: { a: 1 }, spec: { x: 1 }, q: 1 } },
    };
    prune(value);
    expect(value).toEqual({
      spec: { embedded: { apiVersion: "v1", kind: "K", metadata: { a: 1 }, spec: {} } },
    });
  });

  test("prune keeps scalars of additionalProperties: true and empties objects there", () => {
    const value = { spec: { any: { a: 1, b: { c: 1 } } } };
    prune(value);
    expect(value).toEqual({ spec: { any: { a: 1, b: {} } } });
  });

  test("prune treats __proto__ as any key", () => {
    const value = JSON.parse('{"spec":{"__proto__":{"a":1},"known":"x"}}');
    expect(prune(value)).toEqual(["spec.__proto__"]);
    expect(JSON.stringify(value)).toBe('{"spec":{"known":"x"}}');
  });
});

describe("applyDefaults", () => {
  const schema = compileStructural(
    object({
      spec: object(
        {
          n: { type: "integer", default: 1 },
          nullable: { type: "string", nullable: true, default: "x" },
          list: { type: "array", items: object({ p: { type: "string", default: "TCP" } }) },
          map: { type: "object", additionalProperties: { type: "string", default: "d" } },
        },
        { default: {} },
      ),
    }),
  );
  const defaulted = (value: JsonObject) => {
    schema.prune(value);
    schema.applyDefaults(value);
    return value;
  };

  test("applyDefaults fills in nested defaults, those of a parent first", () => {
    expect(defaulted({})).toEqual({ spec: { n: 1, nullable: "x" } });
    expect(defaulted({ spec: { list: [{}, { p: "UDP" }] } })).toEqual({
      spec: { n: 1, nullable: "x", list: [{ p: "TCP" }, { p: "UDP" }] },
    });
  });

  test("applyDefaults replaces null where null is not allowed", () => {
    expect(defaulted({ spec: { n: null, nullable: null, map: { a: null } } })).toEqual({
      spec: { n: 1, nullable: null, map: { a: "d" } },
    });
  });

  test("applyDefaults gives each object a default of its own", () => {
    const [a, b] = [defaulted({}), defaulted({})];
    expect(a.spec).not.toBe(b.spec);
  });
});

describe("validate", () => {
  const cases: [what: string, schema: JsonObject, value: Json, expected: string[]][] = [
    [
      "a wrong type",
      { type: "integer" },
      "x",
      ['spec.v: Invalid value: "string": spec.v in body must be of type integer: "string"'],
    ],
    [
      "null",
      { type: "integer" },
      null,
      ['spec.v: Invalid value: "null": spec.v in body must be of type integer: "null"'],
    ],
    ["null where it is allowed", { type: "integer", nullable: true }, null, []],
    [
      "a minimum",
      { type: "integer", minimum: 1 },
      0,
      ["spec.v: Invalid value: 0: spec.v in body should be greater than or equal to 1"],
    ],
    [
      "an exclusive maximum",
      { type: "integer", maximum: 3, exclusiveMaximum: true },
      3,
      ["spec.v: Invalid value: 3: spec.v in body should be less than 3"],
    ],
    ["a float as large as the maximum", { type: "number", maximum: 2 ** 63 + 2048 }, 2n ** 63n + 2049n, []],
    [
      "a maximum with a fraction",
      { type: "number", maximum: 1.5 },
      2,
      ["spec.v: Invalid value: 2: spec.v in body should be less than or equal to 1"],
    ],
    [
      "multipleOf",
      { type: "integer", multipleOf: 3 },
      4,
      ["spec.v: Invalid value: 4: spec.v in body should be a multiple of 3"],
    ],
    [
      "a fraction for an integer",
      { type: "integer" },
      1.5,
      [
        'spec.v: Invalid value: "number": spec.v in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec.v',
      ],
    ],
    [
      "an integer beyond int32",
      { type: "integer", format: "int32" },
      2147483648,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.v'],
    ],
    ["a big integer", { type: "integer", minimum: 5 }, 9007199254740993n, []],
    [
      "an enum",
      { type: "string", enum: ["b", "a"] },
      "c",
      ['spec.v: Unsupported value: "c": supported values: "b", "a"'],
    ],
    [
      "maxLength",
      { type: "string", maxLength: 2 },
      "äöü",
      ["spec.v: Too long: may not be more than 2 bytes"],
    ],
    ["maxLength in characters", { type: "string", maxLength: 2 }, "😀😀", []],
    [
      "minLength",
      { type: "string", minLength: 2 },
      "😀",
      ['spec.v: Invalid value: "😀": spec.v in body should be at least 2 chars long'],
    ],
    [
      "a pattern",
      { type: "string", pattern: "^a+$" },
      "b",
      ["spec.v: Invalid value: \"b\": spec.v in body should match '^a+$'"],
    ],
    [
      "maxItems",
      { type: "array", maxItems: 1, items: { type: "string" } },
      ["a", "b"],
      ["spec.v: Too many: 2: must have at most 1 item"],
    ],
    [
      "minItems",
      { type: "array", minItems: 1, items: { type: "string" } },
      [],
      ["spec.v: Invalid value: 0: spec.v in body should have at least 1 items"],
    ],
    [
      "an element",
      { type: "array", items: { type: "string" } },
      ["a", 1],
      ['spec.v[1]: Invalid value: "integer": spec.v[1] in body must be of type string: "integer"'],
    ],
    ["required", object({}, { required: ["a"] }), {}, ["spec.v.a: Required value"]],
    [
      "maxProperties",
      object({}, { maxProperties: 0 }),
      { a: 1 },
      ["spec.v: Too many: 1: must have at most 0 items"],
    ],
    [
      "a map's value",
      { type: "object", additionalProperties: { type: "string" } },
      { k: 1 },
      ['spec.v.k: Invalid value: "integer": spec.v.k in body must be of type string: "integer"'],
    ],
    [
      "int-or-string",
      { "x-kubernetes-int-or-string": true },
      true,
      ['spec.v: Invalid value: "boolean": spec.v in body must be of type integer,string: "boolean"'],
    ],
    [
      "a format",
      { type: "string", format: "date" },
      "x",
      ['spec.v: Invalid value: "x": spec.v in body must be of type date: "x"'],
    ],
    [
      "a format on another type",
      { type: "string", format: "date" },
      5,
      ['spec.v: Invalid value: "int64": spec.v in body must be of type date: "int64"'],
    ],
    ["an unknown format", { type: "string", format: "made-up" }, "x", []],
  ];
  test.each(cases)("validate: %s", (_what, schema, value, expected) => {
    expect(problems(spec({ v: schema }), { v: value })).toEqual(expected);
  });

  test("validate: root errors have no path", () => {
    const schema = compileStructural({ type: "object", required: ["spec"] });
    expect(schema.validate({}).map((e) => `${e.field}: ${e.message}`)).toEqual(["spec: Required value"]);
    expect(compileStructural({ type: "object" }).validate(1)[0]).toMatchObject({
      field: "<nil>",
      message: 'Invalid value: "integer":  in body must be of type object: "integer"',
    });
  });

  test("validate: the alternative that fits best is reported", () => {
    const schema = spec(
      { a: { type: "integer" }, b: { type: "integer" } },
      { anyOf: [{ required: ["a"] }, { properties: { b: { minimum: 5 } }, required: ["b"] }] },
    );
    expect(problems(schema, { b: 1 })).toEqual([
      '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
      "spec.b: Invalid value: 1: spec.b in body should be greater than or equal to 5",
    ]);
  });
});

describe("validate with an old value", () => {
  const schema = spec({
    a: { type: "integer", minimum: 5 },
    b: { type: "integer" },
    list: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      items: object({ k: { type: "string" }, v: { type: "integer", minimum: 5 } }),
    },
    atomic: { type: "array", items: { type: "integer", minimum: 5 } },
  });
  test("validate passes invalid values that did not change", () => {
    expect(problems(schema, { a: 1, b: 2 }, { a: 1, b: 1 })).toEqual([]);
    expect(problems(schema, { a: 2 }, { a: 1 })).toHaveLength(1);
  });
  test("validate finds the old element of a list of type map by its keys", () => {
    expect(
      problems(
        schema,
        {
          list: [
            { k: "b", v: 7 },
            { k: "a", v: 1 },
          ],
        },
        { list: [{ k: "a", v: 1 }] },
      ),
    ).toEqual([]);
    expect(problems(schema, { list: [{ k: "b", v: 1 }] }, { list: [{ k: "a", v: 1 }] })).toHaveLength(1);
  });
  test("validate does not know below allOf what a value was", () => {
    const long = { allOf: [{ properties: { a: { maxLength: 1 } } }] };
    const combined = spec({ o: object({ a: { type: "string" }, b: { type: "integer" } }, long) });
    expect(problems(combined, { o: { a: "xx", b: 1 } }, { o: { a: "xx", b: 1 } })).toEqual([]);
    expect(problems(combined, { o: { a: "xx", b: 2 } }, { o: { a: "xx", b: 1 } })[0]).toBe(
      "spec.o.a: Too long: may not be more than 1 byte",
    );
  });
  test("validate looks at other lists as a whole", () => {
    expect(problems(schema, { atomic: [1] }, { atomic: [1] })).toEqual([]);
    expect(problems(schema, { atomic: [1, 7] }, { atomic: [1] })).toHaveLength(1);
  });
});

describe("findDuplicates", () => {
  const list = (type: string, more: JsonObject) => ({
    type: "array",
    "x-kubernetes-list-type": type,
    ...more,
  });
  const schema = spec({
    set: list("set", { items: { type: "string" } }),
    map: list("map", {
      "x-kubernetes-list-map-keys": ["b", "a"],
      items: object({ a: { type: "integer" }, b: { type: "string" } }),
    }),
    one: list("map", { "x-kubernetes-list-map-keys": ["a"], items: object({ a: { type: "integer" } }) }),
  });
  test("findDuplicates reports each value once, at its second place", () => {
    const value = {
      spec: {
        set: ["x", "x", "x"],
        map: [{ a: 1 }, { a: 1, b: "B" }, { b: "B", a: 1 }],
        one: [{ a: 1, c: 1 }, { a: 1 }],
      },
    };
    expect(schema.findDuplicates(value).map((e) => `${e.field}: ${e.message}`)).toEqual([
      'spec.set[1]: Duplicate value: "x"',
      'spec.map[2]: Duplicate value: {"a":1,"b":"B"}',
      'spec.one[1]: Duplicate value: {"a":1}',
    ]);
  });
});
