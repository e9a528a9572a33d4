import type { Expr } from "./ast.ts";
import type { Overload } from "./functions.ts";
import type { Issue } from "./source.ts";
import type { CelType } from "./types.ts";

/** What the checker found out about an expression. Keys are ids of nodes. */
export interface Checked {
  readonly expr: Expr;
  readonly type: CelType;
  readonly issues: readonly Issue[];
  readonly types: ReadonlyMap<number, CelType>;
  /** Nodes that stand for a variable or a type of that (qualified) name. */
  readonly names: ReadonlyMap<number, string>;
  /** Calls: the overloads that may be meant. A name with dots was found as a whole when `global`. */
  readonly calls: ReadonlyMap<number, ResolvedCall>;
}

export interface ResolvedCall {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** The target is only a part of the function's name. */
  readonly global: boolean;
}
