/**
 * Structure of an object: the common description that decoding, pruning, managed fields and patches use. For
 * built-in kinds it comes from the table of fields, for custom resources from their structural schema.
 */
export type Shape = ScalarShape | ObjectShape | MapShape | ListShape | AnyShape;

/** Shape of a value without members. */
export interface ScalarShape {
  readonly kind: "scalar";
  readonly scalar: ScalarType;
  /** Named Go type, as decode errors print it: `v1.PullPolicy`. If absent, the plain type is printed. */
  readonly goType?: string;
  /** Server-side apply accepts any scalar here: a text with a format, in a schema. */
  readonly untyped?: true;
}

/** Types of scalars, with their forms in JSON. */
export type ScalarType =
  | "string"
  | "boolean"
  | "int32"
  | "int64"
  /** float64 */
  | "number"
  /** base64 text on the wire */
  | "bytes"
  /** resource.Quantity: number or text in, canonical text out */
  | "quantity"
  /** intstr.IntOrString */
  | "intOrString"
  /** metav1.Time, RFC 3339 with seconds */
  | "time"
  /** metav1.MicroTime, RFC 3339 with six digits of fraction */
  | "microTime"
  /** metav1.Duration, Go's text */
  | "duration";

/** Shape of a struct of Go or of an object with a schema. */
export interface ObjectShape {
  readonly kind: "object";
  /** The Go type as decode errors print it: package and name, `v1.PodSpec`; "" for custom resources. */
  readonly goType: string;
  /** Name in the tables of built-in types: `core/v1.PodSpec`; absent for custom resources. */
  readonly typeName?: string;
  /** Built at the first access, because types can refer to each other in circles. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Owned as a whole by one manager (structType atomic). */
  readonly atomic: boolean;
  /** Unknown fields are kept (x-kubernetes-preserve-unknown-fields). */
  readonly preserveUnknown: boolean;
}

/** A member of an object. */
export interface Field {
  readonly name: string;
  readonly shape: Shape;
  /** A Go pointer: zero is a value of its own, and does not mean that the field is absent. */
  readonly pointer: boolean;
  /** Printed even when empty (no omitempty in the reference). */
  readonly always: boolean;
  /** Strategic merge patch: `retainKeys` can be combined with merge or replace. */
  readonly retainKeys: boolean;
  /** The field is not atomic, although the shape that it refers to is (granular claimRef). */
  readonly granular: boolean;
  /** Strategic merge patch: the object is replaced as a whole. */
  readonly replace?: boolean;
  /** Path in decode errors, if it differs from the name: `VolumeSource.emptyDir` of an embedded struct. */
  readonly goPath?: string;
}

/** Shape of an object whose members have any names. */
export interface MapShape {
  readonly kind: "map";
  readonly value: Shape;
  readonly atomic: boolean;
  /** Named Go type: `v1.ResourceList`. If absent: `map[string]…`. */
  readonly goType?: string;
  /** Named Go type of the keys: `v1.ResourceName`. */
  readonly goKeyType?: string;
  /** Quantities keep the precision of the request; only some kinds round them to thousandths. */
  readonly exact?: true;
}

/** Shape of a list. */
export interface ListShape {
  readonly kind: "list";
  readonly item: Shape;
  /**
   * Division of a list between managers: as a whole, by element, or by the keys of elements (server-side
   * apply).
   */
  readonly listType: "atomic" | "set" | "map";
  /**
   * Keys of a list of type map, in the order of declaration. If an item has no such key, the default of the
   * key is used.
   */
  readonly keys: readonly string[];
  /** Defaults of keys that can be absent in an item, such as `protocol: TCP`. */
  readonly keyDefaults: ReadonlyMap<string, string | number | boolean>;
  /** Strategic merge patch: undefined if lists are replaced, "" for a set of scalars, else the merge key. */
  readonly mergeKey: string | undefined;
  /** Named Go type: `v1.ExtraValue`. If absent: `[]…`. */
  readonly goType?: string;
}

/** Any value, which is not checked: RawExtension, FieldsV1, apiextensions' JSON. */
export interface AnyShape {
  readonly kind: "any";
  /** Owned as a whole by one manager: RawExtension. Otherwise each member of an object has its own owners. */
  readonly atomic?: boolean;
  /** An apply request must have an object here: FieldsV1. */
  readonly appliedAsMap?: boolean;
  /**
   * The reference parses the value and writes it again with sorted keys: apiextensions' JSON. Otherwise the
   * value keeps its text.
   */
  readonly sorted?: boolean;
  /**
   * One of the three unions of apiextensions' JSONSchemaProps: managed fields ignore the type, the decoder
   * checks it.
   */
  readonly union?: SchemaUnion;
  /** Named Go type. If absent: `interface {}`. */
  readonly goType?: string;
}

/** A schema or another value: a boolean, a list of schemas, or a list of texts. */
export interface SchemaUnion {
  readonly schema: ObjectShape;
  readonly or: "boolean" | "schemas" | "strings";
}
