import type { Json } from "../../../../src/json/value.ts";
import { define, definitionOf } from "../definition.ts";
import { CRDS, DRY, type Members, Scenario, TABLE } from "../scenario.ts";

const WIDGETS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/widgets";
const CRD = `${CRDS}/widgets.{{id}}.example.com`;
const keyed = (item: Members, keys: string[]): Members => ({
  type: "array",
  maxItems: 9,
  items: { type: "object", required: keys, properties: item },
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": keys,
});

/** The schema of a spec. With `strict`, most values that were valid before are refused. */
function spec(strict: boolean): Members {
  const text: Members = strict ? { type: "string", maxLength: 3 } : { type: "string" };
  const number: Members = strict ? { type: "integer", maximum: 3 } : { type: "integer" };
  const rule = (rule: string, more: Members = {}): Members =>
    strict ? { "x-kubernetes-validations": [{ rule, ...more }] } : {};
  return {
    type: "object",
    properties: {
      text,
      number,
      pattern: { type: "string", ...(strict ? { pattern: "^a" } : {}) },
      choice: { type: "string", ...(strict ? { enum: ["a", "b"] } : {}) },
      nested: {
        type: "object",
        properties: { text, other: { type: "string" }, deep: { type: "object", properties: { number } } },
        ...(strict ? { required: ["text"] } : {}),
      },
      map: { type: "object", additionalProperties: number, ...(strict ? { maxProperties: 2 } : {}) },
      maps: { type: "object", additionalProperties: { type: "object", properties: { text } } },
      atomic: { type: "array", items: text, ...(strict ? { maxItems: 2 } : {}) },
      objects: { type: "array", items: { type: "object", properties: { text, other: { type: "string" } } } },
      set: { type: "array", items: text, "x-kubernetes-list-type": "set" },
      keyed: keyed({ k: { type: "string" }, text, number }, ["k"]),
      twice: keyed({ k: { type: "string" }, l: { type: "integer" }, b: { type: "boolean" }, text }, [
        "k",
        "l",
        "b",
      ]),
      sets: {
        type: "array",
        "x-kubernetes-list-type": "set",
        items: {
          type: "object",
          "x-kubernetes-map-type": "atomic",
          properties: { a: { type: "integer" }, b: { type: "integer" } },
        },
      },
      any: { "x-kubernetes-preserve-unknown-fields": true },
      formatted: { type: "string", ...(strict ? { format: "date-time" } : {}) },
      ruled: { type: "string", maxLength: 99, ...rule("self.startsWith('a')", { message: "begins with a" }) },
      ruledMap: {
        type: "object",
        maxProperties: 9,
        additionalProperties: { type: "string", maxLength: 99, ...rule("self.size() < 3") },
        ...rule("self.size() < 2", {
          messageExpression: "'has more than one'",
          reason: "FieldValueForbidden",
        }),
      },
      ruledList: keyed(
        { k: { type: "string" }, v: { type: "string", maxLength: 99, ...rule("self != 'bad'") } },
        ["k"],
      ),
      ruledAtomic: {
        type: "array",
        maxItems: 9,
        items: { type: "string", maxLength: 99, ...rule("self != 'bad'") },
      },
      ruledSet: {
        type: "array",
        items: { type: "string", maxLength: 99, ...rule("self != 'bad'") },
        maxItems: 9,
        "x-kubernetes-list-type": "set",
      },
      moved: { type: "integer", ...rule("self >= oldSelf") },
      first: {
        type: "integer",
        ...rule("!oldSelf.hasValue() || self == oldSelf.value()", { optionalOldSelf: true }),
      },
      combined: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "integer" } },
        ...(strict
          ? {
              allOf: [{ properties: { a: { maxLength: 2 } } }],
              anyOf: [{ required: ["a"] }, { required: ["b"] }],
              oneOf: [{ required: ["a"] }, { required: ["b"] }],
              not: { required: ["c"] },
            }
          : {}),
      },
    },
    ...rule("!has(self.text) || self.text != 'whole'", { fieldPath: ".text", reason: "FieldValueDuplicate" }),
  };
}

const definition = (strict: boolean): Json =>
  definitionOf("Widget", [
    {
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: spec(strict),
            status: {
              type: "object",
              properties: { text: { type: "string", ...(strict ? { maxLength: 3 } : {}) } },
            },
          },
        },
      },
    },
  ]);

/** Values that are no longer valid. */
const OLD: Members = {
  text: "longer",
  number: 9,
  pattern: "b",
  choice: "c",
  nested: { other: "x", deep: { number: 9 } },
  map: { a: 9, b: 1, c: 1 },
  maps: { a: { text: "longer" }, b: {} },
  atomic: ["longer", "a", "b"],
  objects: [{ text: "longer" }, { text: "a" }],
  set: ["longer", "a"],
  keyed: [
    { k: "x", text: "longer" },
    { k: "y", number: 9 },
  ],
  twice: [
    { k: "x", l: 1, b: true, text: "longer" },
    { k: "x", l: 2, b: false, text: "a" },
  ],
  any: { a: [1] },
  formatted: "x",
  ruled: "b",
  ruledMap: { a: "long", c: "x" },
  ruledList: [
    { k: "x", v: "bad" },
    { k: "y", v: "good" },
  ],
  ruledAtomic: ["bad", "good"],
  ruledSet: ["bad", "good"],
  moved: 5,
  first: 5,
  combined: { a: "longer", b: 1 },
};

/** Changes of that, each a dry run. */
const CHANGES: readonly Members[] = [
  {},
  { text: "whole" },
  { number: 10 },
  { pattern: "c" },
  { choice: "d" },
  { nested: { text: "longer" } },
  { nested: { deep: { number: 10 } } },
  { map: { a: 10 } },
  { map: { d: 10 } },
  { maps: { c: { text: "longer" } } },
  { maps: { a: { text: "longest" } } },
  { atomic: ["longer", "a", "b", "c"] },
  { objects: [{ text: "longer" }, { text: "b" }] },
  { set: ["a", "longer"] },
  { set: ["a", "a"] },
  {
    keyed: [
      { k: "x", text: "longer", number: 9 },
      { k: "x", number: 9 },
    ],
  },
  { twice: [{ k: "x", l: 1, b: false, text: "longer" }] },
  {
    twice: [
      { k: "x", l: 2, b: false },
      { k: "x", l: 2, b: false },
    ],
  },
  { formatted: "y" },
  { ruled: "c" },
  { ruledMap: { c: null } },
  { ruledMap: { d: "long" } },
  { ruledList: [{ k: "z", v: "bad" }] },
  { ruledSet: ["good", "bad"] },
  { moved: 4 },
  { first: 6 },
  { combined: { b: 2 } },
  { combined: { a: null } },
  { combined: { c: 1 } },
  { text: 5 },
  { number: "x" },
  { set: {} },
  { keyed: "x" },
  { keyed: [null] },
  { twice: [{}] },
  { set: [null] },
  {
    sets: [
      { b: 1, a: 2 },
      { a: 2, b: 1 },
    ],
  },
];

const widget = (name: string, spec: Members): Json => ({
  apiVersion: "{{id}}.example.com/v1",
  kind: "Widget",
  metadata: { name },
  spec,
});

/** Objects of before stay valid where they do not change: one object for each field, since Go finds mistakes in any order. */
export function ratcheting(): Scenario {
  const s = new Scenario("custom-ratcheting");
  s.post(CRDS, definition(false));
  s.removes(CRD);
  s.until(WIDGETS);
  const nameOf = (field: string): string => `w-${field.toLowerCase()}`;
  for (const [field, value] of Object.entries(OLD))
    s.post(WIDGETS, widget(nameOf(field), { [field]: value }));
  s.patch("merge", `${WIDGETS}/w-text/status`, { status: { text: "longer" } });
  s.patch("merge", CRD, definition(true));
  s.send("POST", WIDGETS, widget("probe", { text: "longer" }), { until: 422, query: DRY });
  for (const [field, value] of Object.entries(OLD)) s.post(WIDGETS, widget("new", { [field]: value }), DRY);
  for (const spec of CHANGES) {
    const [field = "text"] = Object.keys(spec);
    const at = `${WIDGETS}/${nameOf(field)}`;
    s.patch("merge", at, { spec }, DRY);
    s.apply(at, widget(nameOf(field), spec), "applier", true, DRY);
  }
  for (const field of Object.keys(OLD)) {
    s.patch("merge", `${WIDGETS}/${nameOf(field)}`, { metadata: { labels: { a: "b" } } });
    s.patch("merge", `${WIDGETS}/${nameOf(field)}`, { spec: { text: "ok", number: 1 } });
  }
  s.patch("merge", `${WIDGETS}/w-text/status`, { status: { text: "longest" } });
  return s;
}

/** Columns of every type with values of every other. */
export function columns(): Scenario {
  const s = new Scenario("custom-columns");
  const paths = [
    ".spec.v",
    ".spec.list[0]",
    ".spec.list[*].a",
    ".spec.list[?(@.a=='b')].c",
    ".spec['v']",
    ".spec.map.*",
    "..v",
    ".metadata.labels.a\\.b/c",
    ".spec.none",
    ".metadata.creationTimestamp",
    ".metadata",
    ".spec.list[-1:]",
    ".spec.list[0:2].a",
  ];
  const types = ["string", "integer", "number", "boolean", "date"];
  const columns = paths.flatMap((jsonPath, i) =>
    (i === 0 ? types : ["string"]).map((type) => ({
      name: `${type} ${i}`,
      type,
      jsonPath,
      priority: i % 2,
      description: i === 1 ? "said" : "",
    })),
  );
  columns.push(
    ...["int32", "int64", "float", "double", "byte", "date", "date-time", "password"].map((format) => ({
      name: format,
      type: /int/.test(format) ? "integer" : /float|double/.test(format) ? "number" : "string",
      format,
      jsonPath: ".spec.v",
      priority: 0,
      description: "",
    })),
  );
  define(s, "Widget", [
    {
      additionalPrinterColumns: columns,
      schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    },
  ]);
  s.removes(CRD);
  s.until(WIDGETS);
  const values: Json[] = [
    "text",
    "5",
    "true",
    "2020-01-01T00:00:00Z",
    "2020-01-01",
    "",
    5,
    -1,
    1.5,
    1e15,
    0,
    true,
    false,
    null,
    [],
    ["a", 1, null],
    {},
    { a: 1, b: "x" },
    [{ a: "b" }],
    "a\nb\tc",
    "<&>",
    1700000000,
    "long ".repeat(30),
  ];
  for (const [i, v] of values.entries()) {
    const list: Json[] = [{ a: "b", c: v }, { a: v }, v];
    s.post(WIDGETS, {
      apiVersion: "{{id}}.example.com/v1",
      kind: "Widget",
      metadata: { name: `w${i}`, labels: { "a.b/c": "label" } },
      spec: { v, list, map: { x: v, y: v } },
    });
    s.get(`${WIDGETS}/w${i}`, [], { headers: { accept: TABLE } });
  }
  for (const includeObject of ["None", "Metadata", "Object", "Other"])
    s.get(
      WIDGETS,
      [
        ["includeObject", includeObject],
        ["limit", "3"],
      ],
      { headers: { accept: TABLE } },
    );
  s.get(WIDGETS, [["limit", "2"]], {
    headers: { accept: "application/json;as=Table;v=v1beta1;g=meta.k8s.io" },
  });
  s.delete(WIDGETS, undefined, [], { headers: { accept: TABLE } });
  return s;
}
