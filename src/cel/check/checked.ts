import type { Expr } from "../parse/ast.ts";
import type { Issue } from "../parse/source.ts";
import type { Overload } from "../types/functions.ts";
import type { CelType } from "../types/types.ts";

/** Result of the checker. Keys are ids of nodes. */
export interface Checked {
  readonly expr: Expr;
  readonly type: CelType;
  readonly issues: readonly Issue[];
  readonly types: ReadonlyMap<number, CelType>;
  /** Nodes that are a variable or a type with this (qualified) name; with a leading dot, a variable of a macro hides it. */
  readonly names: ReadonlyMap<number, string>;
  /**
   * The possible overloads of each call. If `global`, the whole name with its dots is the name of the
   * function.
   */
  readonly calls: ReadonlyMap<number, ResolvedCall>;
}

/** A function as the checker resolved it: its full name, and the overloads that fit the argument types. */
export interface ResolvedCall {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** True if the target is only a part of the function's name. */
  readonly global: boolean;
}
