import type { Json } from "../json/value.ts";
import type { AnyShape, Field, ObjectShape, ScalarType, Shape } from "../types/shape.ts";
import type { Structure } from "./structure.ts";

const ANY: AnyShape = { kind: "any" };
const SCALARS: Readonly<Record<string, ScalarType>> = {
  string: "string",
  boolean: "boolean",
  integer: "int64",
  number: "number",
};

/**
 * Returns the shape of a whole custom resource, for managed fields and server-side apply: lists are atomic
 * and maps granular unless the schema specifies otherwise. `metadata`: shape of ObjectMeta, at the root and
 * in embedded resources.
 */
export function toObjectShape(root: Structure, metadata: Shape): ObjectShape {
  return objectShape(root, metadata, true);
}

function objectShape(structure: Structure, metadata: Shape, isResource: boolean): ObjectShape {
  const fields = new Map<string, Field>();
  for (const [name, child] of structure.properties ?? [])
    fields.set(name, fieldOf(name, toShape(child, metadata)));
  if (isResource) addMetaFields(fields, metadata);
  // An object schema that specifies no members accepts any members (kube-openapi, pkg/schemaconv/openapi.go,
  // parseObject).
  const isFree = fields.size === 0 && structure.additional === undefined;
  return {
    kind: "object",
    goType: "",
    fields,
    atomic: structure.mapType === "atomic",
    preserveUnknown: structure.preserveUnknown || isFree,
  };
}

function addMetaFields(fields: Map<string, Field>, metadata: Shape): void {
  const text: Shape = { kind: "scalar", scalar: "string" };
  fields.set("apiVersion", fieldOf("apiVersion", text));
  fields.set("kind", fieldOf("kind", text));
  fields.set("metadata", fieldOf("metadata", metadata));
}

const fieldOf = (name: string, shape: Shape): Field => ({
  name,
  shape,
  pointer: true,
  always: false,
  retainKeys: false,
  granular: false,
});

function toShape(structure: Structure, metadata: Shape): Shape {
  if (structure.intOrString) return { kind: "scalar", scalar: "intOrString" };
  if (structure.type === "array") return listShape(structure, metadata);
  const scalar = SCALARS[structure.type];
  if (scalar !== undefined)
    return { kind: "scalar", scalar, ...(hasFormat(structure) ? { untyped: true } : {}) };
  // Without a type and without members, the value itself decides its type.
  if (structure.type === "" && structure.properties === undefined && structure.additional === undefined)
    return structure.mapType === "atomic" ? { kind: "any", atomic: true } : ANY;
  return mapShape(structure, metadata) ?? objectShape(structure, metadata, structure.embedded);
}

/** Same test as kube-openapi, pkg/schemaconv/smd.go, convertPrimitive. */
const hasFormat = ({ type, schema: { format } }: Structure): boolean =>
  type === "string" && format !== "" && format !== "byte";

function mapShape(structure: Structure, metadata: Shape): Shape | undefined {
  const { additional, properties, mapType, schema } = structure;
  if (additional === undefined || properties !== undefined) return undefined;
  if (schema.additionalProperties?.allows === false) return undefined;
  const value = additional.structure === undefined ? ANY : toShape(additional.structure, metadata);
  return { kind: "map", value, atomic: mapType === "atomic" };
}

function listShape({ items, listType, listMapKeys }: Structure, metadata: Shape): Shape {
  return {
    kind: "list",
    item: items === undefined ? ANY : toShape(items, metadata),
    listType: listType === "set" || listType === "map" ? listType : "atomic",
    keys: listType === "map" ? listMapKeys : [],
    keyDefaults: keyDefaults(items, listMapKeys),
    mergeKey: undefined,
  };
}

function keyDefaults(
  items: Structure | undefined,
  keys: readonly string[],
): ReadonlyMap<string, string | number | boolean> {
  const entries = keys.map((key) => [key, items?.properties?.get(key)?.default] as const);
  return new Map(entries.filter((entry): entry is [string, string | number | boolean] => isScalar(entry[1])));
}

const isScalar = (value: Json | undefined): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";
