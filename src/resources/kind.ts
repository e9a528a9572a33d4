import type { GroupVersionKind } from "../api/group-version.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type { NumberLiterals } from "../json/number-literals.ts";
import type { ObjectShape } from "../schema/shape.ts";

/** An object as Go writes it, as far as JavaScript can hold it. */
export interface Arranged {
  readonly object: KubeObject;
  /** A map in it has keys such as `10`: its text needs `stringifyIndexKeys`. */
  readonly hasIndexKeys: boolean;
}

/** One version of a resource. */
export interface KindDefinition extends GroupVersionKind {
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly shape: ObjectShape;
  /** Custom kinds: the schema as their definition declares it, for publication. */
  readonly openApiSchema?: JsonObject | undefined;
  /**
   * Reads what a client (or a webhook's patch) says into an object of this version: wrong types throw, unknown fields
   * are dropped (and named, when `problems` is given), scalars become canonical, what is never left out is filled in.
   * Owns and may change `value`.
   */
  decode(value: JsonObject, problems?: DecodeProblems, literals?: NumberLiterals): KubeObject;
  /** As `decode`, of what came of an apply, where all of it is kept until it is read from the store: custom kinds. */
  decodeApplied?(value: JsonObject): KubeObject;
  /**
   * Reads what a webhook's patch has made of an object, where that is not `decode`: custom kinds keep unknown
   * fields.
   */
  decodePatched?(value: JsonObject): KubeObject;
  /** Reads a value as the version that it names, where that is another one; false: this kind has no such version. */
  readAsOther?(value: JsonObject, problems: DecodeProblems): boolean;
  /** Puts the members of an object of this version where Go writes them, in place as far as that goes. */
  arrange(object: KubeObject): Arranged;
  /** Fills in this version's defaults, and does what `roundTrip` does, in place. */
  applyDefaults(object: KubeObject): void;
  /** The defaults alone. Absent: there is no `roundTrip`. */
  fillDefaults?(object: KubeObject): void;
  /**
   * What the reference changes when it converts an object of this version to its internal form and back, in place: old
   * fields follow the new ones. Absent: nothing.
   */
  roundTrip?(object: KubeObject): void;
  /** To the hub version and back; the identity where this is the hub. May share structure with its argument. */
  toHub(object: KubeObject): KubeObject;
  fromHub(object: KubeObject): KubeObject;
  /** As `fromHub`, with the fields that this version does not know. Absent: there are none. */
  fromHubWhole?(object: KubeObject): KubeObject;
  /**
   * What is stored, in the hub version, when this version has read it as `shown`: only what this version knows. Absent: all
   * of it.
   */
  seenAs?(stored: KubeObject, shown: KubeObject): KubeObject;
  /**
   * Where a webhook converts: asks it for these objects, all of the hub version or all of this one, so that `toHub` or
   * `fromHub` has them until the next turn of the event loop. Undefined: they are there. Never rejects: the conversion
   * throws what went wrong. Absent: no webhook converts.
   */
  readonly ready?: (objects: readonly KubeObject[]) => Promise<void> | undefined;
  /** Keeps what `ready` makes ready from now on, also in later turns, until the returned function is called. */
  readonly hold?: () => () => void;
  /** Of a custom resource. */
  readonly custom?: boolean;
  readonly columns: readonly Column[];
  /** A Table row: one cell a column; `now` in milliseconds for ages. */
  cells(object: KubeObject, now: number): readonly Cell[];
  /** `conditions` of a Table row: of pods that are done. Absent: there are none. */
  rowConditions?(object: KubeObject): readonly JsonObject[] | undefined;
  /** The order of a Table's rows, where it is not that of the list. */
  readonly rowOrder?: (a: KubeObject, b: KubeObject) => number;
  /** The object as it is when only its metadata are asked for, where that is not the object: another version's. */
  readonly innerForm?: (object: KubeObject) => KubeObject;
  /** Field selectors beyond metadata.name and metadata.namespace: label → value as text. */
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  /** Those of them, all one field, by which the reference has an index: pages of what has one value there end with the last such object. */
  readonly indexedFields?: readonly string[];
  /**
   * How an unknown field selector is refused (apimachinery/pkg/runtime/conversion.go,
   * DefaultMetaV1FieldSelectorConversion).
   */
  readonly unknownFieldSelector: (label: string) => string;
  /** False: a field selector on metadata.namespace is refused as unknown, too. Absent: it is allowed. */
  readonly namespaceSelectable?: boolean;
  /** The Kubernetes version that has it first: 36 for 1.36. Absent: all that can be emulated. */
  readonly since?: number;
  /** Text of the Warning header on every use of a deprecated version. */
  readonly deprecationWarning?: string;
}

/** Collects unknown and duplicate fields in document order: `unknown field "spec.foo"`. */
export interface DecodeProblems {
  unknown(path: string): void;
  /** Nothing more will be kept: further paths need not be made. Default: false. */
  readonly isFull?: boolean;
  /** Paths leave out the keys of maps, as those of what a strategic merge made do. Default: false. */
  readonly omitsMapKeys?: boolean;
}

/** null prints as an empty cell. */
export type Cell = string | number | boolean | null;

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown; above: only with `-o wide`. */
  readonly priority: number;
}
