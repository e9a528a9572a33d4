import type { FieldReport } from "../../api/validation/field-report.ts";

/** Problems of a value, as texts of errors. */
export type Problems<V> = (value: V) => readonly string[];

/** Statement of a rule, without its check. Texts are those of the errors; empty texts are left out of the errors. */
export type Statement =
  | { readonly rule: "required"; readonly text: string }
  /** Later rules of the field apply only to a value. */
  | { readonly rule: "optional" }
  | { readonly rule: "oneOf"; readonly values: readonly string[] }
  | { readonly rule: "least" | "most"; readonly limit: number; readonly text: string }
  /** Most bytes of a text. */
  | { readonly rule: "bytes"; readonly limit: number }
  | { readonly rule: "format"; readonly problems: Problems<never> }
  /** The value of the stored object stays. */
  | { readonly rule: "immutable"; readonly text: string }
  /** Allowed only beside another field of the same owner. */
  | { readonly rule: "with"; readonly other: string; readonly text: string }
  /** At least one of the fields is present, or not both. */
  | { readonly rule: "some" | "notBoth"; readonly fields: readonly string[]; readonly text: string }
  /** A check that is code. */
  | { readonly rule: "code" };

/** One statement of a table and its field: `spec.drivers[].nodeID`. The path is empty for the whole value. */
export interface PlacedStatement {
  readonly path: string;
  readonly statement: Statement;
}

/**
 * A rule of a field. The check gets the value of the field, its owner's path and its name, the value before an update, the
 * owner, and whether it is an update. It returns true if the later rules of the field do not apply.
 */
export interface Rule<in V> {
  readonly statements: readonly PlacedStatement[];
  readonly check: (
    value: V,
    at: FieldReport,
    name: string,
    old: V | undefined,
    owner: object,
    isUpdate: boolean,
  ) => boolean | undefined;
}
