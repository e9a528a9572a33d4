import { many, members, objectOf, path } from "./shapes.mjs";

const GROUP = "longest.example.com";
const DEFINITIONS = path("apiextensions.k8s.io/v1", "customresourcedefinitions", false);

export const definition = (plural, spec, more = {}) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${plural}.${GROUP}` },
  spec: {
    group: GROUP,
    scope: "Namespaced",
    names: { plural, kind: plural[0].toUpperCase() + plural.slice(1) },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        ...more,
      },
    ],
  },
});

const STRINGS = { type: "array", items: { type: "string" } };
const ENTRIES = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
  items: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, value: { type: "integer", default: 1 } },
  },
};

/** The definition that is stored before: it has every type of list. */
export const THINGS = definition("things", {
  type: "object",
  properties: {
    list: STRINGS,
    set: { ...STRINGS, "x-kubernetes-list-type": "set" },
    entries: ENTRIES,
    map: { type: "object", additionalProperties: { type: "string" } },
    unique: { type: "array", items: { type: "integer" } },
    any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    patterned: { type: "array", items: { type: "string", pattern: "^a+b?$" } },
    dated: { type: "array", items: { type: "string", format: "date-time" } },
    either: {
      type: "array",
      items: {
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
      },
    },
    numbers: { type: "array", items: { type: "integer", minimum: 0 } },
    embedded: {
      type: "array",
      items: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
    },
    ruled: {
      type: "array",
      maxItems: 500_000,
      items: { type: "integer", "x-kubernetes-validations": [{ rule: "self >= 0" }] },
    },
  },
});

const thing = (spec, metadata) => () => ({
  path: path(`${GROUP}/v1`, "things"),
  body: objectOf(`${GROUP}/v1`, "Things", { spec: spec() }, metadata?.()),
});

const define = (plural, spec, more) => () => ({
  path: DEFINITIONS,
  body: definition(plural, spec(), more?.()),
});
const properties = (item, bytes) => ({ type: "object", properties: members(item, bytes) });

/** Definitions of 3 MB, and custom resources of 3 MB. */
export const DEFINITION_KINDS = {
  "definition, properties": define("wides", () => properties((i) => [`p${i}`, { type: "string" }])),
  "definition, described": define("describeds", () => ({
    type: "object",
    description: "x".repeat(3_000_000),
  })),
  "definition, defaults": define("defaulteds", () =>
    properties((i) => [`p${i}`, { type: "string", default: "a" }]),
  ),
  "definition, one default": define("defaultings", () => ({
    type: "object",
    properties: { a: { ...STRINGS, default: many((i) => `v${i}`) } },
  })),
  "definition, one enum": define("enums", () => ({
    type: "object",
    properties: { a: { type: "string", enum: many((i) => `v${i}`) } },
  })),
  "definition, patterns": define("patterneds", () =>
    properties((i) => [`p${i}`, { type: "string", pattern: `^a${i}+$` }]),
  ),
  "definition, required": define("requireds", () => ({ type: "object", required: many((i) => `p${i}`) })),
  "definition, either": define("eithers", () => ({
    type: "object",
    anyOf: many((i) => ({ required: [`p${i}`] })),
  })),
  "definition, rules": define("ruleds", () => ({
    type: "object",
    "x-kubernetes-validations": many((i) => ({ rule: `self.a${i} == 1`, message: "m" })),
    properties: { a: { type: "string" } },
  })),
  "definition, rules that are right": define("rights", () => ({
    type: "object",
    "x-kubernetes-validations": many((i) => ({ rule: `self.a != 'a${i}'`, message: "m" })),
    properties: { a: { type: "string", maxLength: 10 } },
  })),
  "definition, properties with rules": define("ruleds", () =>
    properties((i) => [
      `p${i}`,
      { type: "string", maxLength: 10, "x-kubernetes-validations": [{ rule: "self != 'a'" }] },
    ]),
  ),
  "definition, wrong properties": define("wrongs", () => properties((i) => [`p${i}`, {}])),
  "definition, columns": define(
    "columned",
    () => ({ type: "object" }),
    () => ({
      additionalPrinterColumns: many((i) => ({ name: `c${i}`, type: "string", jsonPath: `.spec.a${i}` })),
    }),
  ),
  "definition, short names": () => {
    const body = definition("shorts", { type: "object" });
    body.spec.names.shortNames = many((i) => `s${i}`);
    return { path: DEFINITIONS, body };
  },
  "definition, versions": () => {
    const body = definition("versions", { type: "object" });
    const [version] = body.spec.versions;
    body.spec.versions = many((i) => ({ ...version, name: `v${i + 1}`, storage: i === 0 }));
    return { path: DEFINITIONS, body };
  },
  "custom, list": thing(() => ({ list: many((i) => `v${i}`) })),
  "custom, list of wrong type": thing(() => ({ list: many((i) => i) })),
  "custom, set": thing(() => ({ set: many((i) => `v${i}`) })),
  "custom, set of one value": thing(() => ({ set: many(() => "v") })),
  "custom, list of type map": thing(() => ({ entries: many((i) => ({ name: `n${i}` })) })),
  "custom, list of type map with one key": thing(() => ({ entries: many(() => ({ name: "n" })) })),
  "custom, list of type map without keys": thing(() => ({ entries: many(() => ({})) })),
  "custom, map": thing(() => ({ map: members((i) => [`k${i}`, "v"]) })),
  "custom, unknown fields": thing(() => members((i) => [`u${i}`, 1])),
  "custom, preserved fields": thing(() => ({ any: members((i) => [`u${i}`, { a: [1] }]) })),
  "custom, patterns": thing(() => ({ patterned: many(() => "aaaab") })),
  "custom, patterns that do not match": thing(() => ({ patterned: many(() => "b") })),
  "custom, dates": thing(() => ({ dated: many(() => "2026-01-01T00:00:00Z") })),
  "custom, either": thing(() => ({ either: many(() => ({ b: "b" })) })),
  "custom, neither": thing(() => ({ either: many(() => ({})) })),
  "custom, numbers": thing(() => ({ numbers: many((i) => i % 10) })),
  "custom, long numbers": thing(() => ({ numbers: many((i) => i + 0.5) })),
  "custom, embedded objects": thing(() => ({
    embedded: many((i) => ({ apiVersion: "v1", kind: "A", metadata: { name: `a${i}` } })),
  })),
  "custom, items with rules": thing(() => ({ ruled: many((i) => i % 10) })),
  "custom, items that break rules": thing(() => ({ ruled: many(() => -1) })),
};
