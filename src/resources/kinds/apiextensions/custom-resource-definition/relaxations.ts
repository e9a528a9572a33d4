import { isDeepStrictEqual } from "node:util";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { JsonSchema } from "../../../../schema/json-schema.ts";
import { someSchema } from "../../../../schema/schemas-in.ts";
import type { SelectableField } from "../../../custom/definition-types.ts";
import { type InternalSpec, schemasOf } from "./internal-spec.ts";
import { checkListKeys } from "./schema/check-list-types.ts";
import { TYPES } from "./schema/schema-types.ts";

/** Requirements for a definition. An update need not meet those that the stored definition did not meet. */
export interface Demands {
  readonly schemas: boolean;
  readonly knownTypes: boolean;
  readonly atomicSets: boolean;
  readonly listKeys: boolean;
  readonly immutableNames: boolean;
  readonly knownReviewVersions: boolean;
  readonly validCaBundle: boolean;
  /** Versions whose schema has not changed: their rules may exceed the cost limit. */
  readonly storedSchemas: ReadonlySet<string>;
  /**
   * True if a version may keep more selectable fields than allowed. `version`: its name; "" for the fields at
   * the top.
   */
  tooManyFieldsAllowed(version: string): boolean;
}

/**
 * Before a definition is established, an invalid CA bundle is accepted, because conversion does not use it
 * yet.
 */
export const DEMANDS_ON_CREATE: Demands = {
  schemas: true,
  knownTypes: true,
  atomicSets: true,
  listKeys: true,
  immutableNames: false,
  knownReviewVersions: true,
  validCaBundle: false,
  storedSchemas: new Set(),
  tooManyFieldsAllowed: () => false,
};

const REVIEW_VERSIONS: readonly string[] = ["v1", "v1beta1"];
export const MAX_SELECTABLE_FIELDS = 8;

/** Facts about the stored definition. */
export interface Stored {
  readonly spec: InternalSpec;
  readonly established: boolean;
  /** True if the stored CA bundle is not a list of certificates. */
  readonly brokenCaBundle: boolean;
}

/** Requirements for a changed definition: those that the stored one met, too. */
export function demandsOnUpdate(
  spec: InternalSpec,
  { spec: old, established, brokenCaBundle }: Stored,
): Demands {
  const everySchema = (holds: (schema: JsonSchema) => boolean): boolean =>
    !schemasOf(old).some((schema) => someSchema(schema, (inner) => !holds(inner)));
  const reviewVersions = old.conversion?.webhook?.conversionReviewVersions ?? [];
  return {
    schemas:
      old.validation?.schema !== undefined ||
      old.versions.every(({ validation }) => validation?.schema !== undefined),
    knownTypes: everySchema(({ type }) => type === "" || TYPES.includes(type)),
    atomicSets: everySchema((schema) => !hasGranularSet(schema)),
    listKeys: everySchema((schema) => checkListKeys(schema, "").length === 0),
    immutableNames: established,
    knownReviewVersions:
      reviewVersions.length === 0 || reviewVersions.some((version) => REVIEW_VERSIONS.includes(version)),
    validCaBundle: established && !brokenCaBundle,
    storedSchemas: storedSchemas(spec, old),
    tooManyFieldsAllowed: (version) => keptTooMany(fieldsOf(spec, version), fieldsOf(old, version)),
  };
}

function storedSchemas(spec: InternalSpec, old: InternalSpec): ReadonlySet<string> {
  const [schemas, before] = [schemasByVersion(spec), schemasByVersion(old)];
  const known = [...schemas.keys()].filter((name) => before.has(name));
  return new Set(known.filter((name) => isDeepStrictEqual(schemas.get(name), before.get(name))));
}

/** Returns the schemas by name of the version. If several versions have the same name, the first counts. */
function schemasByVersion({ validation, versions }: InternalSpec): Map<string, JsonSchema | undefined> {
  const schemas = new Map<string, JsonSchema | undefined>();
  for (const version of versions) {
    if (!schemas.has(version.name)) schemas.set(version.name, (validation ?? version.validation)?.schema);
  }
  return schemas;
}

/** Elements of sets are compared as a whole, so granular objects and lists are not allowed in them. */
function hasGranularSet({ listType, items }: JsonSchema): boolean {
  if (listType !== "set" || items?.schema === undefined) return false;
  const { type, listType: inner, mapType } = items.schema;
  if (type === "array") return inner !== undefined && inner !== "atomic";
  return type === "object" && mapType !== "atomic";
}

type Fields = readonly SelectableField[] | undefined;

const fieldsOf = (spec: InternalSpec, version: string): Fields =>
  version === ""
    ? spec.selectableFields
    : spec.versions.find(({ name }) => name === version)?.selectableFields;

const keptTooMany = (fields: Fields, old: Fields): boolean =>
  (old?.length ?? 0) > MAX_SELECTABLE_FIELDS && deepEqual([...(fields ?? [])], [...(old ?? [])]);
