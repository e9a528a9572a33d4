import { isDeepStrictEqual } from "node:util";
import { type FieldError, forbiddenField, invalid, required } from "../api/validation/field-error.ts";
import { atOnce, type Steps } from "../async/steps.ts";
import { type JsonSchema, parseSchema } from "./json-schema.ts";
import { patternProblems } from "./pattern-problems.ts";

type Level = "root" | "item" | "field";

/**
 * Returns the rules of structural schemas that a schema violates (apiextensions-apiserver
 * schema.ValidateStructural): every part of a value needs a type outside of logical junctors, and junctors
 * may only restrict values. Sorted by text, as in the reference. `path`: path of the schema. Callers must
 * first refuse schemas for which `unsupportedKeyword` finds a keyword.
 */
export const checkStructural = (schema: JsonSchema, path: string): FieldError[] =>
  atOnce(structuralSteps(schema, path));

/** The same check in steps, because patterns take long to compile. */
export function* structuralSteps(schema: JsonSchema, path: string): Steps<FieldError[]> {
  const found: Found = { errors: [], patterns: yield* patternProblems(schema) };
  yield;
  checkNode(schema, "root", path, found);
  yield;
  checkCompleteness(schema, schema, path, path, found.errors);
  return inOrder(found.errors);
}

/** Errors found so far, and the problems of the patterns, by pattern. */
interface Found {
  readonly errors: FieldError[];
  readonly patterns: ReadonlyMap<string, string>;
}

/** Sorts errors by their text, which is built once for each error. */
function inOrder(errors: readonly FieldError[]): FieldError[] {
  const texts = new Map(errors.map((error) => [error, `${error.field}: ${error.message}`]));
  const text = (error: FieldError): string => texts.get(error) ?? "";
  return [...errors].sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

const inner = (path: string, what: string, key: string): string => `${path}.${what}[${key}]`;

function checkNode(schema: JsonSchema, level: Level, path: string, found: Found): void {
  const { items, properties, additionalProperties } = schema;
  const { errors } = found;
  if (schema.type === "array" && items === undefined)
    errors.push(required(`${path}.items`, "must be specified"));
  if (items?.schema !== undefined) checkNode(items.schema, "item", `${path}.items`, found);
  for (const [name, child] of properties ?? [])
    checkNode(child, "field", inner(path, "properties", name), found);
  if (additionalProperties !== undefined)
    checkAdditional(schema, level, `${path}.additionalProperties`, found);
  checkExtensions(schema, path, errors);
  checkValues(schema, isIntOrString(schema.anyOf), isIntOrString(schema.allOf?.[0]?.anyOf), path, found);
  checkTypes(schema, level, path, errors);
  checkResourceFields(schema, level, path, errors);
}

function checkAdditional(
  { additionalProperties }: JsonSchema,
  level: Level,
  path: string,
  found: Found,
): void {
  if (level === "root") found.errors.push(forbiddenField(path, "must not be used at the root"));
  if (additionalProperties?.schema !== undefined)
    checkNode(additionalProperties.schema, "field", path, found);
}

function checkExtensions(
  { intOrString, preserveUnknown, embeddedResource }: JsonSchema,
  path: string,
  errors: FieldError[],
): void {
  if (!intOrString) return;
  const detail = "must be false if x-kubernetes-int-or-string is true";
  if (preserveUnknown) errors.push(invalid(`${path}.x-kubernetes-preserve-unknown-fields`, true, detail));
  if (embeddedResource) errors.push(invalid(`${path}.x-kubernetes-embedded-resource`, true, detail));
}

const NO_TYPE: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

function checkTypes(schema: JsonSchema, level: Level, path: string, errors: FieldError[]): void {
  const { type, embeddedResource, intOrString, preserveUnknown, additionalProperties } = schema;
  const at = `${path}.type`;
  if (embeddedResource && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    errors.push(type === "" ? required(at, detail) : invalid(at, type, detail));
  } else if (type === "" && !intOrString && !preserveUnknown) errors.push(required(at, NO_TYPE[level]));
  if (embeddedResource && additionalProperties !== undefined) {
    const detail = "must not be used if x-kubernetes-embedded-resource is set";
    errors.push(forbiddenField(`${path}.additionalProperties`, detail));
  }
  if (level === "root" && type !== "" && type !== "object")
    errors.push(invalid(at, type, "must be object at the root"));
}

/**
 * Checks apiVersion, kind and metadata of whole objects: a schema may restrict only the name and generateName
 * of metadata.
 */
function checkResourceFields(schema: JsonSchema, level: Level, path: string, errors: FieldError[]): void {
  const { properties, embeddedResource, preserveUnknown } = schema;
  const isResource = level === "root" || embeddedResource;
  for (const name of ["kind", "apiVersion"]) {
    const type = properties?.get(name)?.type;
    if (isResource && type !== undefined && type !== "string")
      errors.push(invalid(`${inner(path, "properties", name)}.type`, type, "must be string"));
  }
  const metadata = properties?.get("metadata");
  const at = inner(path, "properties", "metadata");
  if (metadata !== undefined && isResource && metadata.type !== "object")
    errors.push(invalid(`${at}.type`, metadata.type, "must be object"));
  if (metadata !== undefined && level === "root" && restrictsMore(metadata)) {
    const detail =
      "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(forbiddenField(at, detail));
  }
  if (embeddedResource && !preserveUnknown && (properties?.size ?? 0) === 0) {
    const detail =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    errors.push(required(`${path}.properties`, detail));
  }
}

const EMPTY = parseSchema({});

function restrictsMore(metadata: JsonSchema): boolean {
  const names = [...(metadata.properties?.keys() ?? [])];
  const allowed = names.every((name) => name === "name" || name === "generateName");
  const rest = { ...metadata, type: "", default: undefined, properties: undefined };
  return !allowed || !isDeepStrictEqual(rest, EMPTY);
}

const INT_OR_STRING = [parseSchema({ type: "integer" }), parseSchema({ type: "string" })];

/** True for the only alternatives in which junctors may name types: an integer or a string. */
const isIntOrString = (alternatives: readonly JsonSchema[] | undefined): boolean =>
  isDeepStrictEqual(alternatives, INT_OR_STRING);

function checkValues(
  schema: JsonSchema,
  skipAnyOf: boolean,
  skipFirstAllOf: boolean,
  path: string,
  found: Found,
): void {
  const { anyOf = [], allOf = [], oneOf = [], not, pattern } = schema;
  if (!skipAnyOf)
    for (const [i, child] of anyOf.entries()) checkNested(child, false, `${path}.anyOf[${i}]`, found);
  for (const [i, child] of allOf.entries())
    checkNested(child, skipFirstAllOf && i === 0, `${path}.allOf[${i}]`, found);
  for (const [i, child] of oneOf.entries()) checkNested(child, false, `${path}.oneOf[${i}]`, found);
  if (not !== undefined) checkNested(not, false, `${path}.not`, found);
  const problem = found.patterns.get(pattern);
  if (problem !== undefined) {
    const detail = `must be a valid regular expression, but isn't: ${problem}`;
    found.errors.push(invalid(`${path}.pattern`, pattern, detail));
  }
}

/** Members that describe structure, and the values that they must have inside junctors. */
const FORBIDDEN: readonly (readonly [name: string, used: (schema: JsonSchema) => boolean, detail: string])[] =
  [
    ["type", ({ type }) => type !== "", "must be empty to be structural"],
    [
      "additionalProperties",
      ({ additionalProperties: a }) => a?.allows === true,
      "must be undefined to be structural",
    ],
    ["default", (schema) => schema.default !== undefined, "must be undefined to be structural"],
    ["title", ({ title }) => title !== "", "must be empty to be structural"],
    ["description", ({ description }) => description !== "", "must be empty to be structural"],
    ["nullable", ({ nullable }) => nullable, "must be false to be structural"],
    [
      "x-kubernetes-preserve-unknown-fields",
      (s) => s.preserveUnknown === true,
      "must be false to be structural",
    ],
    ["x-kubernetes-embedded-resource", (s) => s.embeddedResource, "must be false to be structural"],
    ["x-kubernetes-int-or-string", (s) => s.intOrString, "must be false to be structural"],
    ["x-kubernetes-list-map-keys", (s) => (s.listMapKeys?.length ?? 0) > 0, "must be empty to be structural"],
    ["x-kubernetes-list-type", (s) => s.listType !== undefined, "must be undefined to be structural"],
    ["x-kubernetes-map-type", (s) => s.mapType !== undefined, "must be undefined to be structural"],
    ["x-kubernetes-validations", (s) => (s.validations?.length ?? 0) > 0, "must be empty to be structural"],
  ];

function checkNested(schema: JsonSchema, skipAnyOf: boolean, path: string, found: Found): void {
  const { errors } = found;
  checkValues(schema, skipAnyOf, false, path, found);
  if (schema.items?.schema !== undefined) checkNested(schema.items.schema, false, `${path}.items`, found);
  for (const [name, child] of schema.properties ?? [])
    checkNested(child, false, inner(path, "properties", name), found);
  for (const [name, isUsed, detail] of FORBIDDEN)
    if (isUsed(schema)) errors.push(forbiddenField(`${path}.${name}`, detail));
  if (schema.properties?.has("metadata")) {
    errors.push(
      forbiddenField(inner(path, "properties", "metadata"), "must not be specified in a nested context"),
    );
  }
}

/**
 * Reports fields that junctors at the root restrict and that are not specified outside of them. Like the
 * reference, it does not check junctors below the root.
 */
function checkCompleteness(
  values: JsonSchema,
  structure: JsonSchema,
  path: string,
  at: string,
  errors: FieldError[],
): void {
  const { not, allOf = [], anyOf = [], oneOf = [] } = values;
  if (not !== undefined) checkNestedCompleteness(not, structure, path, `${at}.not`, errors);
  for (const [name, list] of Object.entries({ allOf, anyOf, oneOf })) {
    for (const [i, child] of list.entries())
      checkNestedCompleteness(child, structure, path, `${at}.${name}[${i}]`, errors);
  }
}

function checkNestedCompleteness(
  values: JsonSchema,
  structure: JsonSchema | undefined,
  path: string,
  at: string,
  errors: FieldError[],
): void {
  if (structure === undefined) {
    errors.push(required(path, `because it is defined in ${at}`));
    return;
  }
  checkCompleteness(values, structure, path, at, errors);
  const { items, properties } = values;
  if (items?.schema !== undefined)
    checkNestedCompleteness(items.schema, structure.items?.schema, `${path}.items`, `${at}.items`, errors);
  for (const [name, child] of properties ?? []) {
    const places = [inner(path, "properties", name), inner(at, "properties", name)] as const;
    checkNestedCompleteness(child, structure.properties?.get(name), ...places, errors);
  }
}

/**
 * Returns the first keyword that structural schemas do not support, in the reference's words; undefined if
 * there is none.
 */
export function unsupportedKeyword(schema: JsonSchema): string | undefined {
  const own = unsupportedHere(schema);
  if (own !== undefined) return own;
  for (const child of structuralChildren(schema)) {
    const found = unsupportedKeyword(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unsupportedHere(schema: JsonSchema): string | undefined {
  const given: readonly (readonly [string, boolean])[] = [
    ["id", schema.id !== ""],
    ["schema", schema.schema !== ""],
    ["$ref", (schema.ref ?? "") !== ""],
    ["patternProperties", (schema.patternProperties?.size ?? 0) > 0],
    ["dependencies", (schema.dependencies?.size ?? 0) > 0],
    ["additionalItems", schema.additionalItems !== undefined],
    ["definitions", (schema.definitions?.size ?? 0) > 0],
  ];
  const used = given.find(([, isUsed]) => isUsed);
  if (used !== undefined) return `OpenAPIV3Schema '${used[0]}' is not supported`;
  if (schema.preserveUnknown === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  if ((schema.items?.schemas?.length ?? 0) > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  return undefined;
}

function structuralChildren({
  not,
  allOf,
  anyOf,
  oneOf,
  items,
  properties,
  additionalProperties,
}: JsonSchema): JsonSchema[] {
  const singles = [not, items?.schema, additionalProperties?.schema].filter((child) => child !== undefined);
  return [...singles, ...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? []), ...(properties?.values() ?? [])];
}
