/** A struct, list or map of Go that an expression has received as such, and not as JSON. */
export interface GoContainer {
  readonly kind: "struct" | "list" | "map";
  /** `%T`: `v1.Container`, `[]string` */
  readonly type: string;
}

/** Returns the container of Go that a value stands for; undefined if it is JSON. */
export type GoContainers = (value: object) => GoContainer | undefined;
