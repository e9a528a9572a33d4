/**
 * What an object looks like: the one description behind decoding, pruning, managed fields and patches. Built-in kinds
 * make it from the table of fields, custom resources from their structural schema.
 */
export type Shape = ScalarShape | ObjectShape | MapShape | ListShape | AnyShape;

export interface ScalarShape {
  readonly kind: "scalar";
  readonly scalar: ScalarType;
  /** A named Go type, as decode errors print it: `v1.PullPolicy`. Absent: the plain one. */
  readonly goType?: string;
  /** Server-side apply takes any scalar: a text with a format, in a schema. */
  readonly untyped?: true;
}

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

export interface ObjectShape {
  readonly kind: "object";
  /** The Go type as decode errors print it: package and name, `v1.PodSpec`; "" for custom resources. */
  readonly goType: string;
  /** Name in the tables of built-in types: `core/v1.PodSpec`; absent for custom resources. */
  readonly typeName?: string;
  /** Made at the first look: types refer to one another in circles. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Owned as a whole by one manager (structType atomic). */
  readonly atomic: boolean;
  /** Unknown fields are kept (x-kubernetes-preserve-unknown-fields). */
  readonly preserveUnknown: boolean;
}

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  /** A Go pointer: zero is a value of its own, not the absence of one. */
  readonly pointer: boolean;
  /** Printed even when empty (no omitempty in the reference). */
  readonly always: boolean;
  /** Strategic merge patch: `retainKeys` may stand beside merge or replace. */
  readonly retainKeys: boolean;
  /** Overrides the atomicity of the shape it refers to (granular claimRef). */
  readonly granular: boolean;
  /** Strategic merge patch: an object that is replaced as a whole. */
  readonly replace?: boolean;
  /** Path in decode errors where it is not the name: `VolumeSource.emptyDir` of an embedded struct. */
  readonly goPath?: string;
}

export interface MapShape {
  readonly kind: "map";
  readonly value: Shape;
  readonly atomic: boolean;
  /** A named Go type: `v1.ResourceList`. Absent: `map[string]…`. */
  readonly goType?: string;
  /** A named Go type of the keys: `v1.ResourceName`. */
  readonly goKeyType?: string;
  /** Amounts stay as fine as they are sent: only some kinds round them to thousandths. */
  readonly exact?: true;
}

export interface ListShape {
  readonly kind: "list";
  readonly item: Shape;
  /** Who owns what in a list (server-side apply). */
  readonly listType: "atomic" | "set" | "map";
  /** Keys of a list of type map, in the order of declaration; their defaults count when a key is absent. */
  readonly keys: readonly string[];
  /** Defaults of keys that an item may leave out, such as `protocol: TCP`. */
  readonly keyDefaults: ReadonlyMap<string, string | number | boolean>;
  /** Strategic merge patch: absent for replacement; "" for a set of scalars, else the merge key. */
  readonly mergeKey: string | undefined;
  /** A named Go type: `v1.ExtraValue`. Absent: `[]…`. */
  readonly goType?: string;
}

/** Anything goes and nothing is looked at: RawExtension, FieldsV1, apiextensions' JSON. */
export interface AnyShape {
  readonly kind: "any";
  /** Owned as a whole by one manager: RawExtension. Else objects are owned by their members. */
  readonly atomic?: boolean;
  /** An apply must have an object there: FieldsV1. */
  readonly appliedAsMap?: boolean;
  /** Read and written again by the reference, which sorts its keys: apiextensions' JSON. Else it keeps its text. */
  readonly sorted?: boolean;
  /** The three unions of apiextensions' JSONSchemaProps: untyped for managed fields, yet typed for the decoder. */
  readonly union?: SchemaUnion;
  /** Absent: `interface {}`. */
  readonly goType?: string;
}

/** A schema or else: a boolean, a list of schemas, a list of texts. */
export interface SchemaUnion {
  readonly schema: ObjectShape;
  readonly or: "boolean" | "schemas" | "strings";
}
