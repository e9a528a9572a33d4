import type { Json } from "../../../../src/json/value.ts";
import { CRDS, type Members, Scenario } from "../scenario.ts";

const OBJECT: Members = { type: "object" };
const names = (more: Members = {}): Members => ({
  plural: "widgets",
  singular: "widget",
  kind: "Widget",
  listKind: "WidgetList",
  ...more,
});
const version = (more: Members = {}): Members => ({
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: OBJECT },
  ...more,
});
const definition = (spec: Members): Members => ({
  metadata: { name: "widgets.{{id}}.example.com" },
  spec: { group: "{{id}}.example.com", scope: "Namespaced", names: names(), versions: [version()], ...spec },
});
const withSpec = (spec: Members): Members => ({
  type: "object",
  properties: {
    spec,
    status: { type: "object", properties: { a: { type: "string" }, n: { type: "integer" } } },
  },
});
const ofSchema = (schema: Members): Members =>
  definition({ versions: [version({ schema: { openAPIV3Schema: schema } })] });
const ofSpec = (spec: Members): Members => ofSchema(withSpec(spec));

/** Names, versions, subresources, columns, selectable fields and conversions. */
const SPECS: readonly Members[] = [
  { group: "nodots" },
  { group: "Bad_Group.example.com" },
  { scope: "Other" },
  { names: names({ kind: "1Kind", listKind: "-List" }) },
  { names: names({ kind: "Widget", listKind: "Widget" }) },
  { names: names({ plural: "Widgets" }) },
  { versions: [version(), version()] },
  { versions: [version({ storage: false })] },
  { versions: [version({ schema: {} })] },
  { versions: [version({ deprecated: false, deprecationWarning: "x" })] },
  { versions: [version({ deprecated: true, deprecationWarning: "x".repeat(257) })] },
  { versions: [version({ deprecated: true, deprecationWarning: "a\nb" })] },
  { versions: [version({ deprecated: true, deprecationWarning: "" })] },
  { preserveUnknownFields: true, conversion: { strategy: "Webhook" } },
  ...([{ url: "%" }, { service: { name: "", namespace: "" } }] as Members[]).map((clientConfig) => ({
    conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } },
  })),
  ...(
    [
      { scale: {} },
      { scale: { specReplicasPath: ".x.n", statusReplicasPath: ".y.n" } },
      {
        scale: {
          specReplicasPath: ".spec.n",
          statusReplicasPath: ".status.n",
          labelSelectorPath: "status.s",
        },
      },
      { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".x.s" } },
    ] as Members[]
  ).map((subresources) => ({ versions: [version({ subresources })] })),
  ...(
    [
      { name: "A", type: "", jsonPath: ".spec.a" },
      { name: "A", type: "integer", format: "int16", jsonPath: ".spec.a" },
      { type: "string" },
    ] as Members[]
  ).map((column) => ({ versions: [version({ additionalPrinterColumns: [column] })] })),
  ...[
    [".spec['a']"],
    ["."],
    [
      ".spec.s0",
      ".spec.s1",
      ".spec.s2",
      ".spec.s3",
      ".spec.s4",
      ".spec.s5",
      ".spec.s6",
      ".spec.s7",
      ".spec.s8",
    ],
  ].map((paths) => ({
    versions: [
      version({
        selectableFields: paths.map((jsonPath) => ({ jsonPath })),
        schema: {
          openAPIV3Schema: withSpec({
            type: "object",
            properties: {
              a: { type: "string" },
              bool: { type: "boolean" },
              int: { type: "integer" },
              num: { type: "number" },
              ios: { "x-kubernetes-int-or-string": true },
              list: { type: "array", items: { type: "string" } },
              obj: { type: "object", properties: { b: { type: "string" } } },
              map: { type: "object", additionalProperties: { type: "string" } },
              "x-y": { type: "string" },
              when: { type: "string", format: "date-time" },
              nullable: { type: "string", nullable: true },
              ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`s${i}`, { type: "string" }])),
            },
          }),
        },
      }),
    ],
  })),
  { versions: [version({ schema: null, served: false, selectableFields: [{ jsonPath: ".spec.a" }] })] },
];

/** Schemas that are not structural or use unsupported keywords. */
const SCHEMAS: readonly Members[] = [
  {},
  { type: "string" },
  { type: "object", additionalProperties: { type: "string" } },
  { type: "object", "x-kubernetes-preserve-unknown-fields": false },
  { type: "object", "x-kubernetes-embedded-resource": true },
  { type: "object", properties: { metadata: { type: "string" } } },
  { type: "object", properties: { metadata: { type: "object", description: "d", default: {} } } },
  { type: "object", properties: { apiVersion: { type: "integer" }, kind: { type: "object" } } },
  {
    type: "object",
    properties: { metadata: { type: "object", properties: { name: { type: "string", default: "x" } } } },
  },
];

/** The same keywords below `spec`. */
const BELOW: readonly Members[] = [
  { type: "object", definitions: { a: { type: "string" } } },
  { type: "object", dependencies: { a: ["b"] } },
  { type: "object", dependencies: { a: { type: "string" } } },
  { type: "array", additionalItems: false, items: { type: "string" } },
  { type: "array", items: [{ type: "string" }] },
  { type: "array", items: {} },
  {
    type: "array",
    items: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
    "x-kubernetes-list-type": "set",
  },
  { type: "string", example: "x", externalDocs: { url: "https://a", description: "d" }, title: "t" },
  { type: "null" },
  { type: "string", format: "none" },
  { type: "integer", format: "int16" },
  { type: "number", format: "x" },
  { type: "object", format: "date" },
  { type: "string", pattern: "(" },
  { type: "string", pattern: "a(?=b)" },
  { type: "string", enum: [1, null, {}] },
  { type: "object", allOf: [{ type: "object" }] },
  { type: "object", not: { nullable: true } },
  { type: "object", not: { description: "d" } },
  { type: "object", not: { default: 5 } },
  { type: "object", allOf: [{ "x-kubernetes-preserve-unknown-fields": true }] },
  { type: "object", allOf: [{ additionalProperties: { type: "string" } }] },
  { type: "object", allOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] },
  { type: "object", anyOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] },
  { "x-kubernetes-int-or-string": true, anyOf: [{ type: "string" }, { type: "integer" }] },
  {
    "x-kubernetes-int-or-string": true,
    allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { minimum: 5 }],
  },
  {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    properties: { kind: { type: "integer" }, x: { type: "string" } },
  },
  { type: "string", "x-kubernetes-embedded-resource": true },
  {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    properties: {
      metadata: {
        type: "object",
        properties: {
          annotations: { type: "object", additionalProperties: { type: "string", default: "x" } },
        },
      },
    },
  },
  ...(["set", "map", "atomic", "other", ""] as const).flatMap((type): Members[] => [
    { type: "array", items: { type: "string", nullable: true }, "x-kubernetes-list-type": type },
    { type: "object", "x-kubernetes-list-type": type },
    { "x-kubernetes-list-type": type, "x-kubernetes-preserve-unknown-fields": true },
    {
      type: "array",
      items: { type: "object", properties: { k: { type: "string" } }, required: ["k"] },
      "x-kubernetes-list-type": type,
      "x-kubernetes-list-map-keys": ["k"],
    },
    { type: "array", items: { type: "string" }, "x-kubernetes-map-type": type },
    { "x-kubernetes-map-type": type, "x-kubernetes-preserve-unknown-fields": true },
  ]),
  ...(
    [
      [{ type: "object", properties: { k: { type: "string" } } }, ["k"]],
      [{ type: "object", properties: { k: { type: "string", nullable: true } }, required: ["k"] }, ["k"]],
      [{ type: "object", properties: { k: { type: "string" } }, required: ["k"] }, ["k", "k"]],
      [{ type: "object", properties: { k: { type: "string" } }, required: ["k"] }, ["none"]],
      [{ type: "object", properties: { k: { type: "object" } }, required: ["k"] }, ["k"]],
      [
        { type: "object", properties: { k: { type: "array", items: { type: "string" } } }, required: ["k"] },
        ["k"],
      ],
    ] as [Members, string[]][]
  ).map(([items, keys]) => ({
    type: "array",
    items,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
  })),
  { type: "array", items: { type: "string" }, "x-kubernetes-list-map-keys": ["k"] },
  ...(
    [
      [{ type: "integer", maximum: 3 }, 5],
      [
        {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
        { kind: "A" },
      ],
      [
        {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
        { apiVersion: "v1", kind: "A", metadata: { name: "Bad Name", labels: { "a b": "c" } } },
      ],
      [{ type: "string", "x-kubernetes-validations": [{ rule: "self == 'a'" }] }, "b"],
      [{ type: "boolean" }, "true"],
    ] as [Members, Json][]
  ).map(([schema, value]) => ({ type: "object", properties: { f: { ...schema, default: value } } })),
];

/** Rules of schemas, with their other members. */
const RULES: readonly Json[] = [
  [{ rule: "" }],
  [{ rule: " " }],
  [{}],
  [{ rule: "self.a == 'x'\n|| true" }],
  [{ rule: "self.a == 'x'\n|| true", message: "m" }],
  [{ rule: "true", message: "" }],
  [{ rule: "true", message: " " }],
  [{ rule: "true", message: "a\nb" }],
  [{ rule: "true", message: "m", messageExpression: "'x'" }],
  [{ rule: "true", messageExpression: " " }],
  [{ rule: "true", messageExpression: "5" }],
  [{ rule: "true", messageExpression: "self.none" }],
  [{ rule: "true", messageExpression: "oldSelf.a" }],
  [{ rule: "true", messageExpression: "'a' + " }],
  [{ rule: "5" }],
  [{ rule: "self.none" }],
  [{ rule: "self.a" }],
  [{ rule: "selff" }],
  [{ rule: "self.a ==" }],
  [{ rule: "object.a == 'x'" }],
  [{ rule: "self.a == oldSelf.a" }],
  [{ rule: "oldSelf.hasValue()", optionalOldSelf: true }],
  [{ rule: "oldSelf.value().a == self.a", optionalOldSelf: true }],
  [{ rule: "oldSelf.hasValue()", optionalOldSelf: false }],
  [{ rule: "true", optionalOldSelf: true }],
  [{ rule: "true", reason: "FieldValueInvalid" }],
  [
    { rule: "true", reason: "FieldValueForbidden" },
    { rule: "true", reason: "FieldValueRequired" },
    { rule: "true", reason: "FieldValueDuplicate" },
  ],
  [{ rule: "true", reason: "Other" }],
  [{ rule: "true", reason: "" }],
  [{ rule: "true", fieldPath: ".a" }],
  [{ rule: "true", fieldPath: "a" }],
  [{ rule: "true", fieldPath: "" }],
  [{ rule: "true", fieldPath: " " }],
  [{ rule: "true", fieldPath: ".a\n" }],
  [{ rule: "true", fieldPath: ".none" }],
  [{ rule: "true", fieldPath: ".list" }],
  [{ rule: "true", fieldPath: ".list[0]" }],
  [{ rule: "true", fieldPath: ".map.k" }],
  [{ rule: "true", fieldPath: ".map['a.b']" }],
  [{ rule: "true", fieldPath: ".map['a\\'b']" }],
  [{ rule: "true", fieldPath: ".map['a\\qb']" }],
  [{ rule: "true", fieldPath: ".map['a'" }],
  [{ rule: "true", fieldPath: ".map[" }],
  [{ rule: "true", fieldPath: ".map['a']x" }],
  [{ rule: "true", fieldPath: ".a." }],
  [{ rule: "true", fieldPath: "." }],
  [{ rule: "true", fieldPath: ".['x-y']" }],
  [{ rule: "true", fieldPath: ".x-y" }],
  [{ rule: "true", fieldPath: ".objs.a" }],
  [{ rule: "self.x__dash__y == 'a'" }],
  [{ rule: "self.x-y == 'a'" }],
  [{ rule: "self.list.all(x, x == 'a')" }],
  [{ rule: "self.big.all(x, self.big.all(y, self.big.all(z, x == y || y == z)))" }],
  [{ rule: "self.big.all(x, x.matches('^a*$'))" }],
  [{ rule: "self.list.all(x, self.list.all(y, x.contains(y)))" }],
  [{ rule: "self.set.all(x, self.set.exists_one(y, x == y))" }],
  [{ rule: "self.map.all(k, self.map[k] > 0)" }],
  [{ rule: "self.objs.all(o, o.k != '')" }],
  [{ rule: "self.objs == oldSelf.objs" }],
  [{ rule: "quantity(self.a).isInteger() && isIP(self.a) && isURL(self.a)" }],
  [{ rule: "self.unb.all(x, true)" }],
  [{ rule: "cidr('10.0.0.0/8').containsCIDR(self.a) && cidr(self.unb).containsIP(self.a)" }],
  [{ rule: "ip.isCanonical(self.unb) && string(cidr(self.a).ip()) == 'x'" }],
  [{ rule: "url(self.unb).getHost() == 'a' && url(self.a) == url(self.a)" }],
  [{ rule: "format.named('uuid').value().validate(self.unb).hasValue()" }],
  [{ rule: "format.dns1123Label() == format.dns1123Label()" }],
  [{ rule: "quantity(self.unb) == quantity(self.a) && semver(self.a) == semver(self.unb)" }],
  [{ rule: "self.map == self.map && self.any == self.any" }],
  [{ rule: "self.any.x == 5" }],
  [{ rule: "self.emb.metadata.name == 'x' && self.emb.kind == 'y' && self.emb.spec == 5" }],
  [{ rule: "has(self.nullable) && self.nullable != null" }],
  [{ rule: "self.none.none || self.__true__" }],
  [{ rule: "authorizer.path('/').check('get').allowed()" }],
  [{ rule: "request.name == 'x'" }],
  [{ rule: "variables.x" }],
  Array.from({ length: 12 }, (_, i) => ({ rule: `self.big.all(x, self.big.all(y, x == y)) && ${i} < 20` })),
];

const BOUNDED: Members = { type: "string", maxLength: 20 };
const RULED: Members = {
  type: "object",
  properties: {
    a: BOUNDED,
    "x-y": BOUNDED,
    if: BOUNDED,
    unb: { type: "string" },
    list: { type: "array", maxItems: 10, items: BOUNDED },
    big: { type: "array", items: { type: "string" } },
    ints: { type: "array", maxItems: 100, items: { type: "integer" } },
    set: { type: "array", maxItems: 10, items: BOUNDED, "x-kubernetes-list-type": "set" },
    map: { type: "object", maxProperties: 5, additionalProperties: { type: "integer" } },
    objs: {
      type: "array",
      maxItems: 5,
      items: { type: "object", properties: { k: BOUNDED, l: { type: "integer" } }, required: ["k"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    },
    when: { type: "string", format: "date-time" },
    date: { type: "string", format: "date" },
    dur: { type: "string", format: "duration" },
    bytes: { type: "string", format: "byte" },
    ios: { "x-kubernetes-int-or-string": true },
    any: { "x-kubernetes-preserve-unknown-fields": true },
    emb: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    nullable: { type: "string", nullable: true },
  },
};

const create = (name: string, bodies: readonly Members[]): Scenario => {
  const s = new Scenario(name);
  for (const body of bodies) s.post(CRDS, body, [["dryRun", "All"]]);
  return s;
};

export const specs = (): Scenario => create("definitions-specs", SPECS.map(definition));
export const schemas = (): Scenario =>
  create("definitions-schemas", [...SCHEMAS.map(ofSchema), ...BELOW.map(ofSpec)]);
/** Values of other types than the members of a schema have. */
export const types = (): Scenario => {
  const values: readonly Json[] = [{}, [], "a", 1, true, [1], ["a"], { a: 1 }, [{}], { a: [1] }, { a: {} }];
  const members = [
    ...["enum", "default", "dependencies", "definitions", "patternProperties", "properties", "items"],
    ...[
      "additionalItems",
      "additionalProperties",
      "allOf",
      "not",
      "required",
      "externalDocs",
      "type",
      "$ref",
    ],
    ...["maxLength", "maximum", "uniqueItems", "nullable", "x-kubernetes-list-map-keys"],
    "x-kubernetes-validations",
  ];
  const made = members.flatMap((member) =>
    values.map((value) => ofSpec({ type: "object", properties: { x: { type: "string", [member]: value } } })),
  );
  return create("definitions-types", made);
};
export const rules = (): Scenario =>
  create("definitions-rules", [
    ...RULES.map((rules) => ofSpec({ ...RULED, "x-kubernetes-validations": rules })),
    ...RULES.slice(0, 60).map((rules) =>
      ofSpec({ type: "object", additionalProperties: { ...RULED, "x-kubernetes-validations": rules } }),
    ),
    ...RULES.slice(14, 26).map((rules) =>
      ofSpec({ type: "array", items: { ...RULED, "x-kubernetes-validations": rules } }),
    ),
    ...RULES.slice(14, 26).map((rules) =>
      ofSchema({ ...withSpec(RULED), "x-kubernetes-validations": rules }),
    ),
  ]);
