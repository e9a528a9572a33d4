import type { Json, JsonObject } from "../../../../json/value.ts";
import type {
  JsonSchema,
  SchemaMap,
  SchemaOrArray,
  SchemaOrBool,
  SchemaOrStrings,
  ValidationRule,
} from "../../../../schema/json-schema.ts";
import { goForm } from "../../../../types/go-form/go-form.ts";
import type { Subresources } from "../../../custom/definition-types.ts";
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
    Schema:
      validation === undefined
        ? null
        : { OpenAPIV3Schema: optional(validation.schema, (schema) => schemaForm(schema)) },
    Subresources: optional(version.subresources, subresourcesForm),
    AdditionalPrinterColumns: optional(version.columns, (columns) => columns.map(formOf("Column"))),
    SelectableFields: optional(version.selectableFields, (fields) => fields.map(formOf("SelectableField"))),
  };
}

const optional = <T>(value: T | undefined, form: (value: T) => Json): Json =>
  value === undefined ? null : form(value);

const subresourcesForm = ({ status, scale }: Subresources): JsonObject => ({
  Status: status === undefined ? null : {},
  Scale: optional(scale, formOf("Scale")),
});

/** Go's names of the members of structs, in their order, in the notation of `go-form.ts`. */
const TYPES: Readonly<Record<string, string>> = {
  Column: "Name:s Type:s Format:s Description:s Priority:i JSONPath=jsonPath:s",
  ExternalDocs: "Description:s URL=url:s",
  Rule: "Rule:s Message:s MessageExpression:s Reason:? FieldPath:s OptionalOldSelf:?",
  Scale: "SpecReplicasPath:s StatusReplicasPath:s LabelSelectorPath:?",
  SelectableField: "JSONPath=jsonPath:s",
  SchemaBefore: `ID=id:s Schema:s Ref:? Description:s Type:s Nullable:b Format:s Title:s Default:? Maximum:? ExclusiveMaximum:b
    Minimum:? ExclusiveMinimum:b MaxLength:? MinLength:? Pattern:s MaxItems:? MinItems:? UniqueItems:b MultipleOf:? Enum:?
    MaxProperties:? MinProperties:? Required:?`,
  SchemaAfter: `ExternalDocs:*ExternalDocs Example:? XPreserveUnknownFields=preserveUnknown:? XEmbeddedResource=embeddedResource:b
    XIntOrString=intOrString:b XListMapKeys=listMapKeys:? XListType=listType:? XMapType=mapType:? XValidations=validations:[]Rule`,
};

const typeText = (type: string): string | undefined => TYPES[type]?.replace(/\s+/g, " ");

/** Returns the form of values of one of these types. */
const formOf =
  (type: string) =>
  (value: object): JsonObject =>
    goForm(typeText, type, value);

/** A rule with the names of its Go fields, as error texts print it. */
export const ruleForm: (rule: ValidationRule) => JsonObject = formOf("Rule");

type SchemaForm = (schema: JsonSchema) => Json;

const list = (schemas: readonly JsonSchema[] | undefined, form: SchemaForm): Json =>
  optional(schemas, (all) => all.map(form));

const map = (schemas: SchemaMap | undefined, form: SchemaForm): Json =>
  optional(schemas, (all) => sorted(all, form));

/** Go prints maps sorted by key. */
function sorted<T>(entries: ReadonlyMap<string, T>, form: (value: T) => Json): JsonObject {
  const keys = [...entries.keys()].sort();
  return Object.fromEntries(keys.map((key) => [key, form(entries.get(key)!)]));
}

const orBool =
  (form: SchemaForm) =>
  ({ allows, schema }: SchemaOrBool): JsonObject => ({ Allows: allows, Schema: optional(schema, form) });

const orArray =
  (form: SchemaForm) =>
  ({ schema, schemas }: SchemaOrArray): JsonObject => ({
    Schema: optional(schema, form),
    JSONSchemas: list(schemas, form),
  });

const orStrings =
  (form: SchemaForm) =>
  ({ schema, strings }: SchemaOrStrings): JsonObject => ({
    Schema: optional(schema, form),
    Property: strings === undefined ? null : [...strings],
  });

/** `JSONSchemaPropsOrArray` with the names of its Go fields. */
export const orArrayForm = (value: SchemaOrArray): JsonObject => orArray(schemaForm)(value);

/** Returns the form of a schema, with members in the order of the struct. `inner`: the form of the schemas in it. */
export function schemaForm(schema: JsonSchema, inner: SchemaForm = (one) => schemaForm(one)): JsonObject {
  return {
    ...formOf("SchemaBefore")(schema),
    Items: optional(schema.items, orArray(inner)),
    AllOf: list(schema.allOf, inner),
    OneOf: list(schema.oneOf, inner),
    AnyOf: list(schema.anyOf, inner),
    Not: optional(schema.not, inner),
    Properties: map(schema.properties, inner),
    AdditionalProperties: optional(schema.additionalProperties, orBool(inner)),
    PatternProperties: map(schema.patternProperties, inner),
    Dependencies: optional(schema.dependencies, (all) => sorted(all, orStrings(inner))),
    AdditionalItems: optional(schema.additionalItems, orBool(inner)),
    Definitions: map(schema.definitions, inner),
    ...formOf("SchemaAfter")(schema),
  };
}

/**
 * Returns Go's names of the members that are set, which are compared with the list of members that a root
 * schema may have.
 */
export function setMembers(schema: JsonSchema): string[] {
  return Object.entries(schemaForm(schema, () => true))
    .filter(([, value]) => value !== null && value !== "" && value !== false)
    .map(([name]) => name);
}
