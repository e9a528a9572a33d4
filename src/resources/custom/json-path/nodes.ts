/** A part of a JSONPath, as client-go's util/jsonpath/node.go names them. */
export type Node =
  | { readonly kind: "constant"; readonly value: string | number | boolean; readonly single: boolean }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "identifier"; readonly name: string }
  | ArrayNode
  | FilterNode
  | { readonly kind: "union"; readonly parts: readonly Nodes[] }
  | { readonly kind: "wildcard" }
  | { readonly kind: "recursive" };

/** A parsed JSONPath. */
export type Nodes = readonly Node[];

/** `[from:to:step]`. Numbers that are absent in the text are undefined. */
export interface ArrayNode {
  readonly kind: "array";
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly step: number | undefined;
  /** True for a single index: `to` is then `from + 1`. */
  readonly isSingle: boolean;
}

/** `[?(left operator right)]`; the operator `exists` has no right side. */
export interface FilterNode {
  readonly kind: "filter";
  readonly left: Nodes;
  readonly right: Nodes;
  readonly operator: string;
}
