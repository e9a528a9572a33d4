import type { Json } from "../json/value.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * The structure of values in a structural schema (apiextensions-apiserver schema.Structural), compiled once.
 * Pruning, defaults, embedded resources and list types use it. Code in `validate/` checks the values.
 */
export interface Structure {
  readonly type: string;
  readonly nullable: boolean;
  /**
   * Never null: a schema cannot have null as a default. The value is shared: clone it before it becomes part
   * of an object.
   */
  readonly default: Json | undefined;
  readonly items: Structure | undefined;
  /** Undefined if the schema has no properties. */
  readonly properties: ReadonlyMap<string, Structure> | undefined;
  readonly additional: Additional | undefined;
  readonly preserveUnknown: boolean;
  readonly embedded: boolean;
  readonly intOrString: boolean;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: string | undefined;
  /** Properties that have a default: their names and defaults, and true if they are nullable. */
  readonly defaults: readonly (readonly [name: string, value: Json, nullable: boolean])[];
  /** True for each feature that this node or a node below it uses. Walks skip nodes without the feature. */
  readonly has: Contents;
  readonly schema: JsonSchema;
}

/** `additionalProperties`: the structure of the values; undefined for true and false alike. */
interface Additional {
  readonly structure: Structure | undefined;
}

interface Contents {
  readonly defaults: boolean;
  readonly embedded: boolean;
  /** Lists of type set or map. */
  readonly uniqueLists: boolean;
  readonly rules: boolean;
}

/**
 * Compiles a schema that has passed `checkStructural`. Logical junctors do not affect the structure and are
 * ignored.
 */
export function compileStructure(schema: JsonSchema): Structure {
  const properties = compileProperties(schema);
  const items = schema.items?.schema === undefined ? undefined : compileStructure(schema.items.schema);
  const additional = compileAdditional(schema);
  const children = [...(properties?.values() ?? []), items, additional?.structure].filter(
    (child) => child !== undefined,
  );
  return {
    type: schema.type,
    nullable: schema.nullable,
    default: schema.default,
    items,
    properties,
    additional,
    preserveUnknown: schema.preserveUnknown === true,
    embedded: schema.embeddedResource,
    intOrString: schema.intOrString,
    listType: schema.listType,
    listMapKeys: schema.listMapKeys ?? [],
    mapType: schema.mapType,
    defaults: defaultsOf(properties),
    has: contentsOf(schema, children),
    schema,
  };
}

function compileProperties({ properties }: JsonSchema): Map<string, Structure> | undefined {
  if (properties === undefined || properties.size === 0) return undefined;
  return new Map([...properties].map(([name, schema]) => [name, compileStructure(schema)]));
}

function compileAdditional({ additionalProperties }: JsonSchema): Additional | undefined {
  if (additionalProperties === undefined) return undefined;
  const { schema } = additionalProperties;
  return { structure: schema === undefined ? undefined : compileStructure(schema) };
}

function defaultsOf(properties: ReadonlyMap<string, Structure> | undefined): Structure["defaults"] {
  return [...(properties ?? [])].flatMap(([name, { default: value, nullable }]) =>
    value === undefined ? [] : [[name, value, nullable] as const],
  );
}

function contentsOf(schema: JsonSchema, children: readonly Structure[]): Contents {
  const below = (what: keyof Contents): boolean => children.some((child) => child.has[what]);
  return {
    defaults: schema.default !== undefined || below("defaults"),
    embedded: schema.embeddedResource || below("embedded"),
    uniqueLists: schema.listType === "set" || schema.listType === "map" || below("uniqueLists"),
    rules: (schema.validations?.length ?? 0) > 0 || below("rules"),
  };
}
