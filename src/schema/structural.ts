import type { FieldError } from "../api/validation/field-error.ts";
import { clone, setKey } from "../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { ObjectShape, Shape } from "../types/shape.ts";
import { type VisitResource, visitEmbedded } from "./embedded-resources.ts";
import { type JsonSchema, parseSchema } from "./json-schema.ts";
import { dropNulls, pruneObject, type UnknownFields } from "./prune.ts";
import { type EvaluateRules, rulesOf } from "./rules/evaluate-rules.ts";
import { compileStructure, type Structure } from "./structure.ts";
import { toObjectShape } from "./to-shape.ts";
import { findDuplicates } from "./unique-lists.ts";
import { compileValidator, type Validator } from "./validate/compile-validator.ts";

/**
 * The schema of one version of a custom resource, compiled once. All functions except `validate` need whole
 * objects.
 */
export interface StructuralSchema {
  readonly structure: Structure;
  /** Drops unknown fields in place, then nulls that the schema does not allow. */
  prune(object: JsonObject, unknown?: UnknownFields): void;
  /** Drops only unknown fields, in place. */
  dropUnknown(object: JsonObject, unknown?: UnknownFields): void;
  /** Fills in the defaults, in place. */
  applyDefaults(object: JsonObject): void;
  /** Checks everything except rules, and duplicates in lists; see `Validator`. */
  readonly validate: Validator;
  /** Like `validate`, for the value of `status` alone; undefined if the schema does not specify `status`. */
  readonly validateStatus: Validator | undefined;
  /** Finds duplicates in lists of type set and map. */
  findDuplicates(object: Json): FieldError[];
  /** Visits the resources inside the object, but not the object itself. */
  visitEmbedded(object: JsonObject, visit: VisitResource): void;
  /** Evaluates `x-kubernetes-validations`; undefined if the schema has none. Compiled at the first access. */
  readonly evaluateRules: EvaluateRules | undefined;
  /** Returns the shape of the objects. `metadata`: shape of ObjectMeta. */
  toShape(metadata: Shape): ObjectShape;
}

/** Compiles a schema (JSONSchemaProps of apiextensions/v1) that has passed `checkStructural`. */
export function compileStructural(openApiSchema: Json): StructuralSchema {
  return compileParsedSchema(parseSchema(openApiSchema));
}

function compileParsedSchema(schema: JsonSchema): StructuralSchema {
  const structure = compileStructure(schema);
  const status = structure.properties?.get("status");
  let rules: EvaluateRules | undefined | null = null;
  return {
    structure,
    prune(object, unknown) {
      pruneObject(object, structure, unknown);
      dropNulls(object, structure);
    },
    dropUnknown: (object, unknown) => pruneObject(object, structure, unknown),
    applyDefaults: (object) => applyDefaults(object, structure),
    validate: compileValidator(schema, structure),
    validateStatus: status === undefined ? undefined : compileValidator(status.schema, status),
    findDuplicates: (object) => findDuplicates(object, structure),
    visitEmbedded: (object, visit) => visitEmbedded(object, structure, visit),
    get evaluateRules() {
      if (rules === null) rules = structure.has.rules ? rulesOf(structure) : undefined;
      return rules;
    },
    toShape: (metadata) => toObjectShape(structure, metadata),
  };
}

/**
 * Fills in the defaults of a schema, in place: for absent fields, and for null where null is not allowed.
 * Defaults of parents come first, so that the fields inside a default object get their defaults too.
 */
function applyDefaults(value: Json | undefined, structure: Structure | undefined): void {
  if (structure === undefined || !structure.has.defaults) return;
  if (Array.isArray(value)) defaultItems(value, structure.items);
  else if (isJsonObject(value)) defaultFields(value, structure);
}

function defaultFields(object: JsonObject, { defaults, properties, additional }: Structure): void {
  for (const [name, value, nullable] of defaults) {
    const absent = !Object.hasOwn(object, name) || object[name] === undefined;
    if (absent || (object[name] === null && !nullable)) setKey(object, name, clone(value));
  }
  for (const key in object) {
    const property = properties?.get(key);
    if (property !== undefined) applyDefaults(object[key], property);
    else if (additional?.structure !== undefined) defaultEntry(object, key, additional.structure);
  }
}

function defaultEntry(object: JsonObject, key: string, structure: Structure): void {
  if (replacesNull(object[key], structure)) setKey(object, key, clone(structure.default));
  applyDefaults(object[key], structure);
}

function defaultItems(list: Json[], items: Structure | undefined): void {
  if (items === undefined) return;
  for (let i = 0; i < list.length; i++) {
    if (replacesNull(list[i], items)) list[i] = clone(items.default ?? null);
    applyDefaults(list[i], items);
  }
}

const replacesNull = (value: Json | undefined, { nullable, default: fallback }: Structure): boolean =>
  value === null && !nullable && fallback !== undefined;
