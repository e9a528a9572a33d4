import {
  type FieldError,
  forbiddenField,
  invalid,
  notSupportedInOrder,
  notSupportedText,
  required,
} from "../../../../../api/validation/field-error.ts";
import { trimSpace } from "../../../../../go/space.ts";
import { findField } from "../../../../../schema/find-field.ts";
import type { JsonSchema, ValidationRule } from "../../../../../schema/json-schema.ts";
import type { Demands } from "../relaxations.ts";
import { checkListTypes } from "./check-list-types.ts";
import { TYPES } from "./schema-types.ts";

/** Position of the walk. */
interface Place {
  readonly isRoot: boolean;
  /** True below apiVersion, kind or metadata of a resource. */
  readonly inMeta: boolean;
  /** Reason why defaults are not allowed here; undefined if they are allowed. */
  readonly noDefaults: string | undefined;
}

/** Errors of the schemas inside a schema, and the paths of the schemas that have errors. */
export interface SchemaProblems {
  readonly errors: readonly FieldError[];
  /** Paths of schemas, or of their members. */
  readonly brokenAt: readonly string[];
}

/**
 * Checks every schema inside a schema: unsupported keywords, list types, fields of rules. `path`: path of the
 * schema.
 */
export function checkSchema(schema: JsonSchema, path: string, demands: Demands): SchemaProblems {
  const walk = { demands, brokenAt: [] };
  const errors = visit(schema, path, { isRoot: true, inMeta: false, noDefaults: undefined }, walk);
  return { errors, brokenAt: walk.brokenAt };
}

interface Walk {
  readonly demands: Demands;
  readonly brokenAt: string[];
}

function visit(schema: JsonSchema, path: string, place: Place, walk: Walk): FieldError[] {
  const keywords = checkKeywords(schema, path, place, walk.demands);
  const below = checkChildren(schema, path, place, walk);
  const others =
    schema.preserveUnknown === false
      ? [invalid(`${path}.x-kubernetes-preserve-unknown-fields`, false, "must be true or undefined")]
      : [];
  const lists = checkListTypes(schema, path, walk.demands);
  const rules = checkRuleFields(schema, path);
  for (const { field } of [...keywords, ...others, ...rules]) walk.brokenAt.push(field);
  // Requirements of a list for its items are errors of the list, even if their path is that of the items.
  if (lists.length > 0) walk.brokenAt.push(path);
  return [...keywords, ...below, ...others, ...lists, ...rules];
}

const UNSUPPORTED: readonly (readonly [name: string, used: (schema: JsonSchema) => boolean])[] = [
  ["id", ({ id }) => id !== ""],
  ["additionalItems", ({ additionalItems }) => additionalItems !== undefined],
  ["patternProperties", ({ patternProperties }) => (patternProperties?.size ?? 0) > 0],
  ["definitions", ({ definitions }) => (definitions?.size ?? 0) > 0],
  ["dependencies", ({ dependencies }) => dependencies !== undefined],
  ["$ref", ({ ref }) => ref !== undefined],
];

function checkKeywords(schema: JsonSchema, path: string, place: Place, demands: Demands): FieldError[] {
  const { type, additionalProperties, properties } = schema;
  const errors: FieldError[] = [];
  if (demands.knownTypes && type !== "" && !TYPES.includes(type))
    errors.push(notSupportedText(`${path}.type`, type, TYPES));
  if (schema.default !== undefined && place.noDefaults !== undefined)
    errors.push(forbiddenField(`${path}.default`, `must not be set ${place.noDefaults}`));
  for (const [name, isUsed] of UNSUPPORTED) {
    if (isUsed(schema)) errors.push(forbiddenField(`${path}.${name}`, `${name} is not supported`));
  }
  const forbid = (name: string, detail: string): void =>
    void errors.push(forbiddenField(`${path}.${name}`, detail));
  if (type === "null") forbid("type", "type cannot be set to null, use nullable as an alternative");
  if ((schema.items?.schemas?.length ?? 0) > 0)
    forbid("items", "items must be a schema object and not an array");
  if (place.inMeta && schema.embeddedResource) {
    forbid("x-kubernetes-embedded-resource", "must not be used inside of resource meta");
  }
  if (schema.uniqueItems) {
    forbid("uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
  }
  const closed =
    additionalProperties !== undefined &&
    (!additionalProperties.allows || additionalProperties.schema !== undefined);
  if (closed && (properties?.size ?? 0) > 0) {
    forbid("additionalProperties", "additionalProperties and properties are mutual exclusive");
  }
  return errors;
}

const META_FIELDS: readonly string[] = ["metadata", "kind", "apiVersion"];

function checkChildren(schema: JsonSchema, path: string, place: Place, walk: Walk): FieldError[] {
  const here = { ...place, isRoot: false };
  const check = (child: JsonSchema | undefined, name: string, at: Place = here): FieldError[] =>
    child === undefined ? [] : visit(child, `${path}.${name}`, at, walk);
  const all = (children: readonly JsonSchema[] | undefined, name: string): FieldError[] =>
    (children ?? []).flatMap((child, i) => check(child, `${name}[${i}]`));
  const inMaps = place.inMeta
    ? { ...here, noDefaults: "inside additionalProperties applying to object metadata" }
    : here;
  return [
    ...check(schema.additionalProperties?.schema, "additionalProperties", inMaps),
    ...[...(schema.properties ?? [])].flatMap(([name, child]) =>
      check(child, `properties[${name}]`, propertyPlace(schema, name, place)),
    ),
    ...check(schema.not, "not"),
    ...all(schema.allOf, "allOf"),
    ...all(schema.oneOf, "oneOf"),
    ...all(schema.anyOf, "anyOf"),
    ...[...(schema.definitions ?? [])].flatMap(([name, child]) => check(child, `definitions[${name}]`)),
    ...check(schema.items?.schema, "items"),
    ...all(schema.items?.schemas, "items"),
    ...[...(schema.dependencies ?? [])].flatMap(([name, child]) =>
      check(child.schema, `dependencies[${name}]`),
    ),
  ];
}

function propertyPlace({ embeddedResource }: JsonSchema, name: string, place: Place): Place {
  const isMeta = (place.isRoot || embeddedResource) && META_FIELDS.includes(name);
  if (!isMeta) return { ...place, isRoot: false };
  return {
    isRoot: false,
    inMeta: true,
    noDefaults: place.isRoot ? `in top-level ${name}` : place.noDefaults,
  };
}

const REASONS: readonly string[] = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

/** Checks the members of `x-kubernetes-validations` that can be checked without compiling the rules. */
function checkRuleFields(schema: JsonSchema, path: string): FieldError[] {
  return (schema.validations ?? []).flatMap((rule, i) =>
    checkRule(schema, rule, `${path}.x-kubernetes-validations[${i}]`),
  );
}

const hasBreak = (text: string): boolean => /[\n\r]/.test(text);

function checkRule(schema: JsonSchema, rule: ValidationRule, path: string): FieldError[] {
  const errors = checkText(rule, path);
  const { messageExpression, reason, fieldPath } = rule;
  if (messageExpression !== "" && trimSpace(messageExpression) === "")
    errors.push(required(`${path}.messageExpression`, "messageExpression must be non-empty if specified"));
  if (reason !== undefined && !REASONS.includes(reason))
    errors.push(notSupportedInOrder(`${path}.reason`, reason, REASONS));
  return [...errors, ...checkFieldPath(schema, fieldPath, `${path}.fieldPath`)];
}

/** Reports the first problem of rule and message. */
function checkText({ rule, message }: ValidationRule, path: string): FieldError[] {
  const [trimmedRule, trimmedMessage] = [trimSpace(rule), trimSpace(message)];
  const at = `${path}.message`;
  if (trimmedRule === "") return [required(`${path}.rule`, "rule is not specified")];
  if (message !== "" && trimmedMessage === "")
    return [invalid(at, message, "must be non-empty if specified")];
  if (hasBreak(trimmedMessage)) return [invalid(at, message, "must not contain line breaks")];
  if (hasBreak(trimmedRule) && trimmedMessage === "")
    return [required(at, "message must be specified if rule contains line breaks")];
  return [];
}

function checkFieldPath(schema: JsonSchema, fieldPath: string, path: string): FieldError[] {
  if (fieldPath === "") return [];
  const errors: FieldError[] = [];
  if (trimSpace(fieldPath) === "") errors.push(invalid(path, fieldPath, "must be non-empty if specified"));
  if (hasBreak(fieldPath)) errors.push(invalid(path, fieldPath, "must not contain line breaks"));
  if ("problem" in findField(fieldPath, schema))
    errors.push(invalid(path, fieldPath, "must be a valid path"));
  return errors;
}
