import type { GroupVersionKind } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import type { NumberLiterals } from "../json/parse/number-literals.ts";
import type { JsonObject } from "../json/value.ts";
import type { DecodeProblems } from "../types/decode/decode-problems.ts";
import type { Arranged } from "../types/go-order.ts";
import type { ObjectShape } from "../types/shape.ts";

/** One version of a resource. */
export interface KindDefinition extends GroupVersionKind {
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly shape: ObjectShape;
  /** Schema of a custom kind as its definition declares it, for publication. */
  readonly openApiSchema?: JsonObject | undefined;
  /**
   * Decodes a body, or the result of a webhook's patch, to an object of this version. Wrong types throw.
   * Unknown fields are dropped, and reported to `problems` if it is given. Scalars become canonical, and
   * fields that are always printed are filled in. Takes ownership of `value` and may change it.
   */
  decode(value: JsonObject, problems?: DecodeProblems, literals?: NumberLiterals): KubeObject;
  /**
   * Like `decode`, for the result of an apply request. Only custom kinds have it: they keep all fields until
   * the object is read from the store.
   */
  decodeApplied?(value: JsonObject): KubeObject;
  /**
   * Decodes the result of a webhook's patch. Only custom kinds have it, because they keep unknown fields;
   * other kinds use `decode`.
   */
  decodePatched?(value: JsonObject): KubeObject;
  /** Decodes a value of another version of this kind by that version; false if the kind has no such version. */
  readAsOther?(value: JsonObject, problems: DecodeProblems): boolean;
  /** Orders the members of an object of this version as Go writes them, in place where possible. */
  arrange(object: KubeObject): Arranged;
  /** Fills in this version's defaults and applies `roundTrip`, in place. */
  applyDefaults(object: KubeObject): void;
  /** Fills in only the defaults. Absent if there is no `roundTrip`. */
  fillDefaults?(object: KubeObject): void;
  /**
   * Applies, in place, the changes that the reference makes when it converts an object of this version to its
   * internal form and back: for example, old fields get the values of the new ones. Absent if nothing
   * changes.
   */
  roundTrip?(object: KubeObject): void;
  /**
   * Conversion to the hub version and back; the identity if this is the hub. The result may share structure
   * with the argument.
   */
  toHub(object: KubeObject): KubeObject;
  fromHub(object: KubeObject): KubeObject;
  /** Like `fromHub`, but keeps the fields that this version does not have. Absent if there are none. */
  fromHubWhole?(object: KubeObject): KubeObject;
  /**
   * Returns a stored object in the hub version, reduced to the fields that this version has. `shown`: the
   * object in this version. Absent if this version has all fields.
   */
  seenAs?(stored: KubeObject, shown: KubeObject): KubeObject;
  /**
   * Requests the conversion of these objects, all of the hub version or all of this one, by the webhook. The
   * results are available to `toHub` or `fromHub` until the next turn of the event loop. Returns undefined if
   * all results are already available. Never rejects: the conversion throws the errors. Absent if no webhook
   * converts.
   */
  readonly ready?: (objects: readonly KubeObject[]) => Promise<void> | undefined;
  /**
   * Keeps all results that `ready` gets from now on, across turns of the event loop, until the returned
   * function is called.
   */
  readonly hold?: () => () => void;
  /** True for a custom resource. */
  readonly custom?: boolean;
  readonly columns: readonly Column[];
  /** Returns the cells of a table row, one for each column; `now` in milliseconds, for ages. */
  cells(object: KubeObject, now: number): readonly Cell[];
  /**
   * Returns `conditions` of a table row, which mark pods that have ended. Absent if the rows of the kind have
   * none.
   */
  rowConditions?(object: KubeObject): readonly JsonObject[] | undefined;
  /** Order of the rows of a table, if it differs from the order of the list. */
  readonly rowOrder?: (a: KubeObject, b: KubeObject) => number;
  /**
   * Returns the object whose metadata are sent if a client requests only metadata, if it differs from the
   * object itself.
   */
  readonly innerForm?: (object: KubeObject) => KubeObject;
  /**
   * Functions that return the value of a field as text, by label, for field selectors other than
   * metadata.name and metadata.namespace.
   */
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  /**
   * Labels of `selectableFields` for which the reference has an index; all of them select the same field. A
   * page of a list that selects one value of the field ends with the last such object.
   */
  readonly indexedFields?: readonly string[];
  /**
   * Returns the error for an unknown field selector (apimachinery/pkg/runtime/conversion.go,
   * DefaultMetaV1FieldSelectorConversion).
   */
  readonly unknownFieldSelector: (label: string) => string;
  /** False: a field selector on metadata.namespace is refused as unknown, too. If absent, it is allowed. */
  readonly namespaceSelectable?: boolean;
  /**
   * Minor version of Kubernetes that introduced it: 36 for 1.36. Absent if all versions that can be emulated
   * have it.
   */
  readonly since?: number;
  /** First minor version of Kubernetes that no longer has it: 37 for 1.37. Absent if all versions have it. */
  readonly removed?: number;
  /** Text of the Warning header of all requests to a deprecated version. */
  readonly deprecationWarning?: string;
}

/** The value of a cell; null is an empty cell. */
export type Cell = string | number | boolean | null;

/** Definition of a column of a table (meta/v1 TableColumnDefinition). */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: the column is always shown; greater: only with `-o wide`. */
  readonly priority: number;
}
