import type { Expr } from "../ast.ts";
import type { CelType } from "../types.ts";
import type { Path } from "./path.ts";
import { type Range, UNKNOWN } from "./range.ts";

/** What is known of an argument before anything is evaluated. */
export interface Argument {
  /** Undefined: a part of a value of which only the type is known. */
  readonly expr: Expr | undefined;
  readonly type: CelType;
  readonly path: Path;
  /** Undefined: nothing is known of its size. */
  readonly size: Range | undefined;
}

/** The size of what lies at a path; undefined when nobody knows. */
export type SizeAt = (path: readonly string[]) => Range | undefined;

export interface CallEstimate {
  readonly cost: Range;
  /** Of the result, where it has a size that can be told. */
  readonly size?: Range;
}

export const sizeOr = ({ size }: Argument): Range => size ?? UNKNOWN;

export const lookUp = (path: Path, sizeAt: SizeAt): Range | undefined =>
  path.isEmpty ? undefined : sizeAt(path.parts());
