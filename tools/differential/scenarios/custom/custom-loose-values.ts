import type { Json } from "../../../../src/json/value.ts";
import { definitionOf } from "../definition.ts";
import { CRDS, DRY, type Members, Scenario } from "../scenario.ts";

const CRD = `${CRDS}/widgets.{{id}}.example.com`;
const WIDGETS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/widgets";
/** A format lets lists through where a text is expected, and numbers without a fraction may have a point. */
const FIELDS: readonly Members[] = [
  { type: "string", format: "cidr" },
  { type: "string", format: "byte" },
  { type: "string", format: "date" },
  { type: "string", format: "date-time" },
  { type: "string", format: "duration" },
  { type: "string", format: "int32" },
  { type: "string", format: "uuid", enum: ["a", ["b"], null], nullable: true },
  { type: "integer" },
  { type: "integer", format: "int32" },
  { type: "integer", format: "date" },
  { type: "number" },
  { type: "number", format: "float" },
  { type: "boolean", format: "date" },
  { type: "array", format: "date", items: { type: "string", format: "ipv4" } },
  { type: "array", "x-kubernetes-list-type": "set", items: { type: "string", format: "ipv4" } },
  { type: "object", format: "date", properties: { a: { type: "string", format: "uri" } } },
  { type: "object", additionalProperties: { type: "string", format: "uri" } },
  { "x-kubernetes-int-or-string": true },
  { "x-kubernetes-int-or-string": true, format: "email" },
  { "x-kubernetes-preserve-unknown-fields": true },
  { "x-kubernetes-preserve-unknown-fields": true, format: "date" },
];

const VALUES = [
  "[]",
  '["b"]',
  '["a",1]',
  "{}",
  '{"a":["x"]}',
  "2.0",
  "1.5",
  "1e3",
  "1e20",
  "7",
  "true",
  '"a"',
  '["::1"]',
  "null",
];

/** Values that are used as defaults. The reference's errors for other default values have additional text. */
const DEFAULTS = ["[]", '["b"]', "{}", "7", "true"];

const RULES = ["self == self", "string(dyn(self)) == 'a'", "type(self) == string", "size(dyn(self)) == 1"];

const ruled = (schema: Members, rules: readonly string[]): Members => ({
  ...schema,
  "x-kubernetes-validations": rules.map((rule) => ({ rule })),
});

/** Only one field has a default, because the reference checks defaults in the random order of a Go map. */
function definition(field: Members, own: Members): Json {
  const spec = {
    type: "object",
    properties: {
      own: ruled(bounded(own), RULES),
      plain: bounded(field),
      items: { type: "array", maxItems: 3, items: ruled(bounded(field), ["self == self"]) },
    },
    "x-kubernetes-validations": [
      { rule: "!has(self.plain) || self.plain == self.plain" },
      {
        rule: "!has(self.plain) || type(self.plain) == type(self.plain) && false",
        messageExpression: "'has ' + string(dyn(self.plain))",
      },
      { rule: "!has(self.items) || self.items.all(i, i == i)" },
    ],
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return definitionOf("Widget", [{ schema }]);
}

/** The field with limits, so that the estimated cost of rules is low enough. */
function bounded(field: Members): Members {
  if ("items" in field) return { ...field, maxItems: 5 };
  if ("additionalProperties" in field) return { ...field, maxProperties: 5 };
  return field.type === "string" ? { ...field, maxLength: 50 } : field;
}

/** `2.0` must stay as it is written. */
const sendText = (s: Scenario, path: string, text: string): string =>
  s.send("POST", path, undefined, { text, query: DRY, headers: { "content-type": "application/json" } });

const withDefault = (field: Members, value: string): string =>
  JSON.stringify(definition(field, { ...field, default: "DEFAULT" })).replaceAll('"DEFAULT"', value);

function objectText(place: string, value: string): string {
  const spec = `{"${place}":${place === "items" ? `[${value},${value}]` : value}}`;
  return `{"apiVersion":"{{id}}.example.com/v1","kind":"Widget","metadata":{"name":"w"},"spec":${spec}}`;
}

function valuesOf(field: Members, i: number): Scenario {
  const s = new Scenario(`custom-loose-values-${i}`);
  for (const value of DEFAULTS) sendText(s, CRDS, withDefault(field, value));
  s.post(CRDS, definition(field, field));
  s.removes(CRD);
  s.until(`${WIDGETS}?limit=1`);
  for (const value of VALUES)
    for (const place of ["own", "plain", "items"]) sendText(s, WIDGETS, objectText(place, value));
  return s;
}

export const looseValues: readonly (() => Scenario)[] = FIELDS.map((field, i) => () => valuesOf(field, i));
