import type { FieldError } from "../api/field-error.ts";
import type { Json, JsonObject } from "../api/json.ts";
import { applyDefaults } from "./apply-defaults.ts";
import { type VisitResource, visitEmbedded } from "./embedded-resources.ts";
import { type JsonSchema, parseSchema } from "./json-schema.ts";
import { dropNulls, pruneObject, type UnknownFields } from "./prune.ts";
import { type EvaluateRules, rulesOf } from "./rules/evaluate-rules.ts";
import type { ObjectShape, Shape } from "./shape.ts";
import { compileStructure, type Structure } from "./structure.ts";
import { toObjectShape } from "./to-shape.ts";
import { findDuplicates } from "./unique-lists.ts";
import { compileValidator, type Validator } from "./validate/compile-validator.ts";

/** The schema of one version of a custom resource, compiled once. All functions but `validate` expect whole objects. */
export interface StructuralSchema {
  readonly structure: Structure;
  /** Drops unknown fields, then nulls that mean nothing, in place. */
  prune(object: JsonObject, unknown?: UnknownFields): void;
  /** Drops unknown fields only, in place. */
  dropUnknown(object: JsonObject, unknown?: UnknownFields): void;
  /** In place. */
  applyDefaults(object: JsonObject): void;
  /** Everything but duplicates in lists and rules; see `Validator`. */
  readonly validate: Validator;
  /** As `validate`, for the value of `status` alone; undefined where the schema does not speak of it. */
  readonly validateStatus: Validator | undefined;
  /** Duplicates in lists of type set and map. */
  findDuplicates(object: Json): FieldError[];
  /** The resources inside the object, not the object itself. */
  visitEmbedded(object: JsonObject, visit: VisitResource): void;
  /** Checks by `x-kubernetes-validations`; undefined where none occurs. Compiled at the first look. */
  readonly evaluateRules: EvaluateRules | undefined;
  /** `metadata`: the shape of ObjectMeta. */
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
