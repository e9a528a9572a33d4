import type { Field, ListShape, ObjectShape, Shape } from "../../../../types/shape.ts";

/**
 * Type of a value for managed fields and server-side apply: it decides which values are atomic, which have
 * parts, and how the parts are named.
 */
export type MergeType = ScalarMergeType | MapMergeType | ListMergeType | OpenMergeType;

/** Type of a value without members. */
export interface ScalarMergeType {
  readonly kind: "scalar";
  /** Types of values that can be applied. */
  readonly accepts: "string" | "numeric" | "boolean" | "untyped";
}

/** Type of an object. */
export interface MapMergeType {
  readonly kind: "map";
  readonly atomic: boolean;
  /** Members that the type declares. */
  readonly fields: ReadonlyMap<string, MergeField>;
  /** Type of all other members; if absent, there are none. */
  readonly element: MergeType | undefined;
}

interface MergeField {
  /** Path element of the field: `f:name`. */
  readonly element: string;
  readonly type: MergeType;
}

/** Type of a list. */
export interface ListMergeType {
  readonly kind: "list";
  readonly relation: "atomic" | "set" | "map";
  /** Key fields in alphabetical order. */
  readonly keys: readonly string[];
  /** Key fields in the order of the schema, which errors use. */
  readonly declared: readonly string[];
  readonly defaults: ReadonlyMap<string, string | number | boolean>;
  readonly item: MergeType;
}

/** Type that depends on the value: objects have parts (unless `atomic`), lists and scalars have none. */
export interface OpenMergeType {
  readonly kind: "open";
  readonly atomic: boolean;
}

export const OPEN: OpenMergeType = { kind: "open", atomic: false };
const OPEN_ATOMIC: OpenMergeType = { kind: "open", atomic: true };
const NO_FIELDS: ReadonlyMap<string, MergeField> = new Map();
const OPEN_MAP: MapMergeType = { kind: "map", atomic: false, fields: NO_FIELDS, element: OPEN };

const known = [
  new WeakMap<Shape, MergeType>(),
  new WeakMap<Shape, MergeType>(),
  new WeakMap<Shape, MergeType>(),
  new WeakMap<Shape, MergeType>(),
];

/**
 * Returns the merge type of a shape, the same object for the same arguments. `granular`: true if an atomic
 * shape is treated as granular. `inherited`: true if an object above keeps unknown fields; then all objects
 * below keep them, too, except types with a name, which schemas refer to, such as ObjectMeta (kube-openapi,
 * pkg/schemaconv/openapi.go, makeOpenAPIRef).
 */
export function mergeTypeOf(shape: Shape, granular = false, inherited = false): MergeType {
  const preserving = inherited && !(shape.kind === "object" && shape.typeName !== undefined);
  const cache = known[(granular ? 1 : 0) + (preserving ? 2 : 0)]!;
  let type = cache.get(shape);
  if (type === undefined) {
    type = make(shape, granular, preserving);
    cache.set(shape, type);
  }
  return type;
}

function make(shape: Shape, granular: boolean, preserving: boolean): MergeType {
  switch (shape.kind) {
    case "scalar":
      // Schemas give these values no type, so any value is accepted here; the decoder of the object refuses
      // values that are neither.
      if (shape.scalar === "intOrString") return OPEN;
      return { kind: "scalar", accepts: shape.untyped === true ? "untyped" : accepts(shape.scalar) };
    case "object":
      return new ObjectMergeType(shape, granular, preserving);
    case "map":
      return {
        kind: "map",
        atomic: shape.atomic && !granular,
        fields: NO_FIELDS,
        element: mergeTypeOf(shape.value, false, preserving),
      };
    case "list":
      return listType(shape, preserving);
    case "any":
      if (shape.appliedAsMap) return OPEN_MAP;
      return shape.atomic ? OPEN_ATOMIC : OPEN;
  }
}

function accepts(scalar: string): ScalarMergeType["accepts"] {
  if (scalar === "string" || scalar === "bytes" || scalar === "duration") return "string";
  if (scalar === "int32" || scalar === "int64" || scalar === "number") return "numeric";
  return scalar === "boolean" ? "boolean" : "untyped";
}

function listType(shape: ListShape, preserving: boolean): ListMergeType {
  return {
    kind: "list",
    relation: shape.listType,
    keys: [...shape.keys].sort(),
    declared: shape.keys,
    defaults: shape.keyDefaults,
    item: mergeTypeOf(shape.item, false, preserving),
  };
}

/** Fields are built at the first access, because types can refer to each other in circles. */
class ObjectMergeType implements MapMergeType {
  readonly kind = "map";
  readonly atomic: boolean;
  readonly #shape: ObjectShape;
  readonly #preserving: boolean;
  #fields: ReadonlyMap<string, MergeField> | undefined;

  constructor(shape: ObjectShape, granular: boolean, preserving: boolean) {
    this.#shape = shape;
    this.#preserving = preserving || shape.preserveUnknown;
    this.atomic = shape.atomic && !granular;
  }

  /**
   * An object whose Go type has no fields may have any (kube-openapi, pkg/schemaconv/openapi.go, parseObject). The shape of a custom
   * resource says so itself: a schema without fields may forbid others.
   */
  get element(): MergeType | undefined {
    const { goType, fields } = this.#shape;
    return this.#preserving || (goType !== "" && fields.size === 0) ? OPEN : undefined;
  }

  get fields(): ReadonlyMap<string, MergeField> {
    this.#fields ??= new Map(
      [...this.#shape.fields.values()].map((field) => [field.name, this.#field(field)]),
    );
    return this.#fields;
  }

  #field({ name, shape, granular }: Field): MergeField {
    return { element: `f:${name}`, type: mergeTypeOf(shape, granular, this.#preserving) };
  }
}
