import type { JsonObject } from "../../../../json/value.ts";
import type { AnyShape, ScalarType } from "../../../../types/shape.ts";

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";
export const PATCH = `${META}.Patch`;
export const WATCH_EVENT = `${META}.WatchEvent`;

const DEFINITIONS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";
const SCHEMA_OR = {
  boolean: `${DEFINITIONS}.JSONSchemaPropsOrBool`,
  schemas: `${DEFINITIONS}.JSONSchemaPropsOrArray`,
  strings: `${DEFINITIONS}.JSONSchemaPropsOrStringArray`,
} as const;

/**
 * Returns the schema name of a value with several possible types: any JSON, or a schema and an alternative.
 * Clients must not check it.
 */
export const anyName = ({ union, atomic }: AnyShape): string =>
  union !== undefined ? SCHEMA_OR[union.or] : atomic ? RAW_EXTENSION : `${DEFINITIONS}.JSON`;

export const RAW_EXTENSION = "io.k8s.apimachinery.pkg.runtime.RawExtension";
export const FIELDS_V1 = `${META}.FieldsV1`;
/** Name of the only field with the type FieldsV1. */
export const FIELDS_FIELD = `${META}.ManagedFieldsEntry.fieldsV1`;

/** Schemas of named types without members. */
export const LEAVES: Readonly<Record<string, JsonObject>> = {
  [`${META}.Time`]: { type: "string", format: "date-time" },
  [`${META}.MicroTime`]: { type: "string", format: "date-time" },
  [`${META}.Duration`]: { type: "string" },
  [PATCH]: { type: "object" },
  [RAW_EXTENSION]: { type: "object" },
  [FIELDS_V1]: { type: "object" },
  [`${DEFINITIONS}.JSON`]: {},
  [SCHEMA_OR.boolean]: {},
  [SCHEMA_OR.schemas]: {},
  [SCHEMA_OR.strings]: {},
  "io.k8s.apimachinery.pkg.api.resource.Quantity": { oneOf: [{ type: "string" }, { type: "number" }] },
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": {
    format: "int-or-string",
    oneOf: [{ type: "integer" }, { type: "string" }],
  },
};

/** Returns the schema of a scalar, or the name of the type that has it. */
export const scalarSchema = (scalar: ScalarType): JsonObject | string => SCALARS[scalar];

const SCALARS: Readonly<Record<ScalarType, JsonObject | string>> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  number: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
  quantity: "io.k8s.apimachinery.pkg.api.resource.Quantity",
  intOrString: "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
  time: `${META}.Time`,
  microTime: `${META}.MicroTime`,
  duration: `${META}.Duration`,
};
