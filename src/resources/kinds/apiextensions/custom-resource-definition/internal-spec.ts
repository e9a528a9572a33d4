import { deepEqual } from "../../../../json/semantic-equal.ts";
import { type JsonSchema, parseSchema } from "../../../../schema/json-schema.ts";
import type {
  DefinitionNames,
  DefinitionSpec,
  DefinitionVersion,
  PrinterColumn,
  SelectableField,
  Subresources,
} from "../../../custom/definition-types.ts";

/**
 * Spec of a definition in the reference's internal form, whose paths the errors have: members that all
 * versions share are at the top (`spec.validation`, `spec.subresources`, …) and absent in the versions.
 */
export interface InternalSpec extends PerVersion {
  readonly group: string;
  /** Name of the first version. */
  readonly version: string;
  readonly names: DefinitionNames;
  readonly scope: string;
  readonly versions: readonly InternalVersion[];
  /** True if there is no list of versions, not even an empty one. */
  readonly unversioned: boolean;
  readonly conversion: DefinitionSpec["conversion"];
  readonly preserveUnknownFields: boolean;
}

/** Members that can be at the top or in each version. */
export interface PerVersion {
  readonly validation: Validation | undefined;
  readonly subresources: Subresources | undefined;
  readonly columns: readonly PrinterColumn[] | undefined;
  readonly selectableFields: readonly SelectableField[] | undefined;
}

/** `schema` of a version. An object without a schema differs from an absent one. */
export interface Validation {
  readonly schema: JsonSchema | undefined;
}

/** A version without the parts that all versions share. */
export interface InternalVersion extends PerVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
}

const NOTHING: PerVersion = {
  validation: undefined,
  subresources: undefined,
  columns: undefined,
  selectableFields: undefined,
};

/** Converts the spec of v1 to the form that the reference validates. */
export function toInternalSpec(spec: DefinitionSpec): InternalSpec {
  const { group, names, scope, conversion, preserveUnknownFields = false } = spec;
  const versions = spec.versions ?? [];
  const shared = sharedBy(versions);
  const [first] = versions;
  return {
    ...(first === undefined ? NOTHING : partsOf(first, (what) => shared.has(what))),
    group,
    version: first?.name ?? "",
    names,
    scope,
    conversion,
    preserveUnknownFields,
    unversioned: (spec.versions ?? null) === null,
    versions: versions.map((version) => toInternalVersion(version, shared)),
  };
}

function toInternalVersion(version: DefinitionVersion, shared: ReadonlySet<Shared>): InternalVersion {
  return {
    name: version.name,
    served: version.served,
    storage: version.storage,
    deprecated: version.deprecated ?? false,
    deprecationWarning: version.deprecationWarning,
    ...partsOf(version, (what) => !shared.has(what)),
  };
}

function partsOf(version: DefinitionVersion, has: (what: Shared) => boolean): PerVersion {
  return {
    validation: has("schema") ? validationOf(version) : undefined,
    subresources: has("subresources") ? version.subresources : undefined,
    columns: has("additionalPrinterColumns") ? version.additionalPrinterColumns : undefined,
    selectableFields: has("selectableFields") ? version.selectableFields : undefined,
  };
}

const SHARED = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;
type Shared = (typeof SHARED)[number];

/** Returns the members that are equal in all versions. */
function sharedBy(versions: readonly DefinitionVersion[]): ReadonlySet<Shared> {
  const agree = (what: Shared): boolean =>
    versions.every((version) => deepEqual(version[what], versions[0]?.[what]));
  return new Set(SHARED.filter(agree));
}

function validationOf({ schema }: DefinitionVersion): Validation | undefined {
  if (schema === undefined) return undefined;
  const { openAPIV3Schema } = schema;
  return { schema: openAPIV3Schema === undefined ? undefined : parseSchema(openAPIV3Schema) };
}

/** Returns the schemas of all versions, each once. */
export function schemasOf(spec: InternalSpec): JsonSchema[] {
  const all = [spec.validation, ...spec.versions.map(({ validation }) => validation)];
  return all.map((validation) => validation?.schema).filter((schema) => schema !== undefined);
}

/** Returns the subresources of a version: its own, or those that all versions share. */
export const subresourcesFor = (spec: InternalSpec, version: InternalVersion): Subresources | undefined =>
  version.subresources ?? spec.subresources;
