import type { FieldError } from "../api/validation/field-error.ts";
import type { Json, JsonObject } from "../json/value.ts";
import type { ObjectShape, Shape } from "../types/shape.ts";
import { applyDefaults } from "./apply-defaults.ts";
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
