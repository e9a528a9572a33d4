import type { Json, JsonObject } from "../../../../json/value.ts";
import type {
  JsonSchema,
  SchemaMap,
  SchemaOrArray,
  SchemaOrBool,
  SchemaOrStrings,
  ValidationRule,
} from "../../../../schema/json-schema.ts";
import type { PrinterColumn, SelectableField, Subresources } from "../../../custom/definition-types.ts";
import type { InternalVersion } from "./internal-spec.ts";

/**
 * Form of a version in errors that quote a part of a definition: the reference prints its structs, with Go's
 * names and all members.
 */
export function versionForm(version: InternalVersion): JsonObject {
  const { validation } = version;
  return {
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: validation === undefined ? null : { OpenAPIV3Schema: optional(validation.schema, schemaForm) },
    Subresources: optional(version.subresources, subresourcesForm),
    AdditionalPrinterColumns: optional(version.columns, (columns) => columns.map(columnForm)),
    SelectableFields: optional(version.selectableFields, (fields) => fields.map(fieldForm)),
  };
}

const optional = <T>(value: T | undefined, form: (value: T) => Json): Json =>
  value === undefined ? null : form(value);

function subresourcesForm({ status, scale }: Subresources): JsonObject {
  return {
    Status: status === undefined ? null : {},
    Scale: optional(scale, ({ specReplicasPath, statusReplicasPath, labelSelectorPath }) => ({
      SpecReplicasPath: specReplicasPath,
      StatusReplicasPath: statusReplicasPath,
      LabelSelectorPath: labelSelectorPath ?? null,
    })),
  };
}

const columnForm = ({
  name,
  type,
  format = "",
  description = "",
  priority = 0,
  jsonPath,
}: PrinterColumn): JsonObject => ({
  Name: name,
  Type: type,
  Format: format,
  Description: description,
  Priority: priority,
  JSONPath: jsonPath,
});

const fieldForm = ({ jsonPath }: SelectableField): JsonObject => ({ JSONPath: jsonPath });

/** A rule with the names of its Go fields, as error texts print it. */
export function ruleForm(rule: ValidationRule): JsonObject {
  return {
    Rule: rule.rule,
    Message: rule.message,
    MessageExpression: rule.messageExpression,
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath,
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}

const list = (schemas: readonly JsonSchema[] | undefined): Json =>
  optional(schemas, (all) => all.map(schemaForm));

const map = (schemas: SchemaMap | undefined): Json => optional(schemas, (all) => sorted(all, schemaForm));

/** Go prints maps sorted by key. */
function sorted<T>(entries: ReadonlyMap<string, T>, form: (value: T) => Json): JsonObject {
  const keys = [...entries.keys()].sort();
  return Object.fromEntries(keys.map((key) => [key, form(entries.get(key)!)]));
}

const orBool = ({ allows, schema }: SchemaOrBool): JsonObject => ({
  Allows: allows,
  Schema: optional(schema, schemaForm),
});

/** `JSONSchemaPropsOrArray` with the names of its Go fields. */
export const orArrayForm = ({ schema, schemas }: SchemaOrArray): JsonObject => ({
  Schema: optional(schema, schemaForm),
  JSONSchemas: list(schemas),
});

const orStrings = ({ schema, strings }: SchemaOrStrings): JsonObject => ({
  Schema: optional(schema, schemaForm),
  Property: strings === undefined ? null : [...strings],
});

const texts = (values: readonly string[] | undefined): Json => (values === undefined ? null : [...values]);

/** Returns the form of a schema, with members in the order of the struct. */
export function schemaForm(schema: JsonSchema): JsonObject {
  return {
    ID: schema.id,
    Schema: schema.schema,
    Ref: schema.ref ?? null,
    Description: schema.description,
    Type: schema.type,
    Nullable: schema.nullable,
    Format: schema.format,
    Title: schema.title,
    Default: schema.default ?? null,
    Maximum: schema.maximum ?? null,
    ExclusiveMaximum: schema.exclusiveMaximum,
    Minimum: schema.minimum ?? null,
    ExclusiveMinimum: schema.exclusiveMinimum,
    MaxLength: schema.maxLength ?? null,
    MinLength: schema.minLength ?? null,
    Pattern: schema.pattern,
    MaxItems: schema.maxItems ?? null,
    MinItems: schema.minItems ?? null,
    UniqueItems: schema.uniqueItems,
    MultipleOf: schema.multipleOf ?? null,
    Enum: schema.enum === undefined ? null : [...schema.enum],
    MaxProperties: schema.maxProperties ?? null,
    MinProperties: schema.minProperties ?? null,
    Required: texts(schema.required),
    Items: optional(schema.items, orArrayForm),
    AllOf: list(schema.allOf),
    OneOf: list(schema.oneOf),
    AnyOf: list(schema.anyOf),
    Not: optional(schema.not, schemaForm),
    Properties: map(schema.properties),
    AdditionalProperties: optional(schema.additionalProperties, orBool),
    PatternProperties: map(schema.patternProperties),
    Dependencies: optional(schema.dependencies, (all) => sorted(all, orStrings)),
    AdditionalItems: optional(schema.additionalItems, orBool),
    Definitions: map(schema.definitions),
    ExternalDocs: optional(schema.externalDocs, ({ description, url }) => ({
      Description: description,
      URL: url,
    })),
    Example: schema.example ?? null,
    XPreserveUnknownFields: schema.preserveUnknown ?? null,
    XEmbeddedResource: schema.embeddedResource,
    XIntOrString: schema.intOrString,
    XListMapKeys: texts(schema.listMapKeys),
    XListType: schema.listType ?? null,
    XMapType: schema.mapType ?? null,
    XValidations: optional(schema.validations, (rules) => rules.map(ruleForm)),
  };
}

/**
 * Returns Go's names of the members that are set, which are compared with the list of members that a root
 * schema may have.
 */
export function setMembers(schema: JsonSchema): string[] {
  return Object.entries(schemaForm(schema))
    .filter(([, value]) => value !== null && value !== "" && value !== false)
    .map(([name]) => name);
}
