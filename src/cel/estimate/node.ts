import type { Expr } from "../parse/ast.ts";
import type { CelType } from "../types/types.ts";
import type { Path } from "./path.ts";
import { type Range, UNKNOWN } from "./range.ts";

/** The known facts about an argument before evaluation. */
export interface Argument {
  /** The expression; undefined for a part of a value with a known type only. */
  readonly expr: Expr | undefined;
  readonly type: CelType;
  readonly path: Path;
  /** The size; undefined if it is not known. */
  readonly size: Range | undefined;
}

/** Returns the size of the value at a path; undefined if it is not known. */
export type SizeAt = (path: readonly string[]) => Range | undefined;

/** Estimated cost of a call. */
export interface CallEstimate {
  readonly cost: Range;
  /** Size of the result, if it is known. */
  readonly size?: Range;
}

/** Size of an argument; any size if it is not known. */
export const sizeOr = ({ size }: Argument): Range => size ?? UNKNOWN;

/** Size of the value at a path; undefined for a value without a path, and if the size is not known. */
export const lookUp = (path: Path, sizeAt: SizeAt): Range | undefined =>
  path.isEmpty ? undefined : sizeAt(path.parts());
