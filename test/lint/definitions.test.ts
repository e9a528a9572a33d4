import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { lintText } from "./lint-text.ts";

/** One CustomResourceDefinition in few words. */
interface Given {
  /** Schema of `spec`. */
  readonly spec?: JsonObject;
  /** Replaces members of the version. */
  readonly version?: JsonObject;
  /** Replaces members of `spec` of the definition. */
  readonly definition?: JsonObject;
  readonly metadata?: JsonObject;
  /** Further definitions in the same group. */
  readonly others?: readonly JsonObject[];
}

const TEXT = { type: "string" };
const BOATS = { plural: "boats", singular: "boat", kind: "Boat", listKind: "BoatList" };
const SHIPS = { plural: "ships", singular: "ship", kind: "Ship", listKind: "ShipList" };

function definition({ spec = {}, version = {}, definition: more = {}, metadata = {} }: Given): JsonObject {
  const names = (more.names ?? BOATS) as JsonObject;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${String(names.plural)}.${String(more.group ?? "example.com")}`, ...metadata },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names,
      versions: [versionOf("v1", spec, version)],
      ...more,
    },
  };
}

const versionOf = (name: string, spec: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", ...spec } } } },
  ...more,
});

const found = async (given: Given): Promise<string[]> => {
  const objects = [definition(given), ...(given.others ?? [])];
  const { findings } = await lintText(objects.map((one) => JSON.stringify(one)).join("\n---\n"));
  return findings.map(({ rule, path, object }) => `${rule} ${object.name.split(".")[0]} ${path}`);
};

/** Severity and cure of the only finding about the schema of `spec`. */
const cureOf = async (spec: JsonObject, more: Given = {}): Promise<string> => {
  const { findings } = await lintText(JSON.stringify(definition({ spec, ...more })));
  return findings.map(({ severity, fix }) => `${severity}: ${fix}`).join();
};

const SPEC = "boats /spec/versions/0/schema/openAPIV3Schema/properties/spec";
const rules = (...all: string[]): JsonObject => ({
  "x-kubernetes-validations": all.map((rule) => ({ rule })),
});
const conversion = (more: JsonObject): JsonObject => ({
  strategy: "Webhook",
  webhook: { clientConfig: { url: "https://hooks.example.com/" }, conversionReviewVersions: ["v1"], ...more },
});

test.each<[string, Given, string[]]>([
  [
    "a rule about a field that the schema lacks",
    { spec: { properties: { a: TEXT }, ...rules("self.b != ''") } },
    [`invalid-configuration ${SPEC}/x-kubernetes-validations/0/rule`],
  ],
  ["no storage version", { version: { storage: false } }, ["invalid-configuration boats /spec/versions"]],
  [
    "two storage versions",
    { definition: { versions: [versionOf("v1", {}), versionOf("v2", {})] } },
    ["invalid-configuration boats /spec/versions"],
  ],
  [
    "no schema",
    { version: { schema: {} } },
    ["invalid-configuration boats /spec/versions/0/schema/openAPIV3Schema"],
  ],
  [
    "a name that is not plural and group",
    { metadata: { name: "boat.example.com" } },
    ["invalid-configuration boat /metadata/name"],
  ],
  [
    "a list without items",
    { spec: { properties: { a: { type: "array" } } } },
    [`invalid-configuration ${SPEC}/properties/a/items`],
  ],
  [
    "a field without a type",
    { spec: { properties: { a: {} } } },
    [`invalid-configuration ${SPEC}/properties/a/type`],
  ],
  [
    "a default of another type",
    { spec: { properties: { a: { type: "integer", default: "x" } } } },
    [`invalid-configuration ${SPEC}/properties/a/default`],
  ],
  [
    "a kind that another definition has",
    { others: [definition({ definition: { names: { ...SHIPS, kind: "Boat" } } })] },
    ["not-established ships /spec/names/kind"],
  ],
  [
    "a short name that another definition has",
    {
      definition: { names: { ...BOATS, shortNames: ["b"] } },
      others: [definition({ definition: { names: { ...SHIPS, shortNames: ["b"] } } })],
    },
    ["not-established ships /spec/names/shortNames"],
  ],
  [
    "a member of the old version",
    { definition: { validation: { openAPIV3Schema: { type: "object" } } } },
    ["unknown-field boats /spec/validation"],
  ],
  [
    "a rule about an optional object",
    {
      spec: {
        properties: { limits: { type: "object", properties: { cpu: TEXT } } },
        ...rules("self.limits.cpu != ''"),
      },
    },
    [`unguarded-rule ${SPEC}/x-kubernetes-validations/0/rule`],
  ],
  [
    "a rule about an optional member of a guarded object",
    {
      spec: {
        properties: { limits: { type: "object", properties: { cpu: TEXT } } },
        ...rules("!has(self.limits) || self.limits.cpu != ''"),
      },
    },
    [`unguarded-rule ${SPEC}/x-kubernetes-validations/0/rule`],
  ],
  [
    "a rule about an optional member of items",
    {
      spec: {
        properties: {
          ports: {
            type: "array",
            maxItems: 5,
            items: { type: "object", properties: { name: { ...TEXT, maxLength: 9 } } },
          },
        },
        ...rules("!has(self.ports) || self.ports.all(p, p.name != '')"),
      },
    },
    [`unguarded-rule ${SPEC}/x-kubernetes-validations/0/rule`],
  ],
  [
    "the second of two rules",
    {
      spec: {
        required: ["a"],
        properties: { a: TEXT, b: TEXT },
        ...rules("self.a != ''", "self.b != self.a"),
      },
    },
    [`unguarded-rule ${SPEC}/x-kubernetes-validations/1/rule`],
  ],
  [
    "a rule of a field",
    { spec: { properties: { a: { type: "object", properties: { b: TEXT }, ...rules("self.b != ''") } } } },
    [`unguarded-rule ${SPEC}/properties/a/x-kubernetes-validations/0/rule`],
  ],
  [
    "a cost above the limit",
    {
      spec: {
        properties: { a: { type: "array", items: TEXT } },
        ...rules("!has(self.a) || self.a.all(x, self.a.all(y, x == y))"),
      },
    },
    [`invalid-configuration ${SPEC}/x-kubernetes-validations/0/rule`],
  ],
  [
    "a cost near the limit",
    {
      spec: {
        properties: { a: { type: "array", maxItems: 540, items: { ...TEXT, maxLength: 30 } } },
        ...rules("!has(self.a) || self.a.all(x, self.a.all(y, x == y || x != y))"),
      },
    },
    [`rule-near-limit ${SPEC}/x-kubernetes-validations/0/rule`],
  ],
  [
    "no versions of reviews",
    {
      definition: {
        conversion: conversion({ conversionReviewVersions: [] }),
        versions: [versionOf("v1", {}), versionOf("v2", {}, { storage: false })],
      },
    },
    ["invalid-configuration boats /spec/conversion/webhook/conversionReviewVersions"],
  ],
  [
    "a conversion webhook that is not set",
    { definition: { conversion: { strategy: "Webhook" } } },
    [
      "invalid-configuration boats /spec/conversion/webhook/clientConfig",
      "invalid-configuration boats /spec/conversion/webhook/conversionReviewVersions",
    ],
  ],
  [
    "a scope that does not exist",
    { definition: { scope: "Namespace" } },
    ["invalid-configuration boats /spec/scope"],
  ],
])("%s is found", async (_what, given, expected) => {
  expect((await found(given)).sort()).toEqual([...expected].sort());
});

test.each<[string, Given]>([
  ["a definition", {}],
  ["a guarded rule", { spec: { properties: { a: TEXT }, ...rules("!has(self.a) || self.a != ''") } }],
  [
    "a rule about a required field",
    { spec: { required: ["a"], properties: { a: TEXT }, ...rules("self.a != ''") } },
  ],
  [
    "a rule about a field with a default",
    { spec: { properties: { a: { ...TEXT, default: "x" } }, ...rules("self.a != ''") } },
  ],
  [
    "a rule about an optional value",
    { spec: { properties: { a: TEXT }, ...rules("self.?a.orValue('x') != ''") } },
  ],
  [
    "a rule about changes",
    { spec: { required: ["a"], properties: { a: TEXT }, ...rules("self.a == oldSelf.a") } },
  ],
  ["a rule of an optional field", { spec: { properties: { a: { ...TEXT, ...rules("self != 'x'") } } } }],
  [
    "a rule that another rule guards",
    { spec: { properties: { a: TEXT }, ...rules("has(self.a)", "has(self.a) && self.a != ''") } },
  ],
  [
    "an optional field that another rule demands",
    { spec: { properties: { a: TEXT }, ...rules("has(self.a)", "self.a != ''") } },
  ],
  [
    "a field that a combination of schemas demands",
    {
      spec: {
        properties: { a: TEXT, b: TEXT },
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
        ...rules("has(self.a) ? self.a != '' : self.b != ''"),
      },
    },
  ],
  [
    "a bounded cost",
    {
      spec: {
        properties: { a: { type: "array", maxItems: 10, items: { ...TEXT, maxLength: 10 } } },
        ...rules("!has(self.a) || self.a.all(x, x != '')"),
      },
    },
  ],
  ["a kind that another group has", { others: [definition({ definition: { group: "other.example.com" } })] }],
  [
    "two versions",
    { definition: { versions: [versionOf("v1", {}), versionOf("v2", {}, { storage: false })] } },
  ],
  ["a schema without structure", { spec: { "x-kubernetes-preserve-unknown-fields": true } }],
  [
    "a conversion webhook",
    {
      definition: {
        conversion: conversion({}),
        versions: [versionOf("v1", {}), versionOf("v2", {}, { storage: false })],
      },
    },
  ],
  [
    "required members of a guarded object",
    {
      spec: {
        properties: { a: { type: "object", required: ["b"], properties: { b: TEXT } } },
        ...rules("!has(self.a) || self.a.b != ''"),
      },
    },
  ],
  [
    "a field whose pattern no sample fits",
    {
      spec: {
        properties: {
          a: {
            type: "object",
            required: ["b"],
            properties: { b: { ...TEXT, pattern: "^[a-f0-9]{64}$" }, c: TEXT },
          },
        },
        ...rules("!has(self.a) || self.a.b != ''"),
      },
    },
  ],
])("nothing is said of %s", async (_what, given) => {
  expect(await found(given)).toEqual([]);
});

const PARTS = {
  a: TEXT,
  b: TEXT,
  list: { type: "array", items: TEXT },
  o: { type: "object", properties: { a: TEXT } },
};
test.each([
  ["self.a != ''", "info: ask for it first, so that the rule refuses: has(….a) && …"],
  ["size(self.list) > 0", "info: ask for it first, so that the rule refuses: has(….list) && …"],
  ["self.o.a != ''", "info: ask for it first"],
  ["self.a != 'x'", "warning: test optional"],
  ["size(self.list) < 3", "warning: test optional"],
  ["!has(self.o.a) || self.o.a != ''", "warning: test optional"],
  ["self.o != null", "warning: test optional"],
])("the rule %s of optional fields is a finding: %s", async (rule, told) => {
  expect(await cureOf({ properties: PARTS, ...rules(rule) })).toContain(told);
});

test("a rule that refuses empty values with a message is a hint, too", async () => {
  const said = { "x-kubernetes-validations": [{ rule: "self.a != ''", message: "a is needed" }] };
  expect(await cureOf({ properties: PARTS, ...said })).toContain("info: ask for it first");
});

const METADATA = { a: { type: "object", properties: { metadata: { type: "object" } } } };
const GENERATED = { "controller-gen.kubebuilder.io/version": "v0.17.0" };
test.each<[string, JsonObject, Given, string]>([
  [
    "write it in items, or maxItems",
    { properties: { a: { type: "array", maxLength: 9, items: TEXT } } },
    {},
    "a length of texts in a list",
  ],
  [
    "write maxItems",
    { properties: { a: { type: "array", maxLength: 9, items: { type: "integer" } } } },
    {},
    "a length of numbers in a list",
  ],
  [
    "or take out subresources.status",
    {},
    { version: { subresources: { status: {} } } },
    "a subresource status without a status",
  ],
  [
    "crd:generateEmbeddedObjectMeta=true",
    { properties: METADATA },
    { metadata: { annotations: GENERATED } },
    "metadata that controller-gen leaves empty",
  ],
])("%s helps against %o", async (fix, spec, more) => {
  expect(await cureOf(spec, more)).toContain(fix);
});

test("a field inside an object that is kept as a whole is kept", async () => {
  const kept = { "x-kubernetes-validations": [{ rule: "self == oldSelf" }] };
  const inside = { type: "object", properties: { a: { ...TEXT, ...kept } } };
  const o = (more: JsonObject) => ({ required: ["o"], properties: { o: { ...inside, ...more } } });
  expect(await cureOf(o({}))).toContain("info: a rule of spec.o");
  expect(await found({ spec: o(kept), version: {} })).not.toContainEqual(
    expect.stringMatching(/properties\/a\//),
  );
});
