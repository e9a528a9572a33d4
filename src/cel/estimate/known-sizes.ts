import { addTo } from "../../async/groups.ts";
import type { Comprehension, Expr } from "../parse/ast.ts";
import { isAccumulator } from "../parse/macros.ts";
import { type CelType, DYN, optionalItem } from "../types/types.ts";
import { stringSize } from "../values/code-points.ts";
import { CelBytes, CelObject } from "../values/values.ts";
import { type Argument, lookUp, type SizeAt } from "./node.ts";
import { Path } from "./path.ts";
import { exactly, type Range, UNKNOWN } from "./range.ts";

const ONE = exactly(1);

/** Sizes of the keys and values of a list or a map. */
export interface Entries {
  readonly kind: "list" | "map";
  readonly key: Range;
  readonly value: Range;
}

interface Local {
  readonly path: Path;
  readonly size: Range | undefined;
  readonly entries: Entries | undefined;
}

/** The known sizes of the nodes of an expression, by their ids, and of the variables of its loops. */
export class KnownSizes {
  /** Paths of the values of nodes. */
  readonly paths: Map<number, Path> = new Map();
  readonly sizes: Map<number, Range> = new Map();
  readonly entries: Map<number, Entries> = new Map();
  readonly #types: ReadonlyMap<number, CelType>;
  readonly #sizeAt: SizeAt;
  readonly #locals = new Map<string, Local[]>();

  constructor(types: ReadonlyMap<number, CelType>, sizeAt: SizeAt) {
    this.#types = types;
    this.#sizeAt = sizeAt;
  }

  bind(name: string, expr: Expr): void {
    const path = this.path(expr);
    const entries = this.entriesOf(expr);
    this.#push(name, { path, size: this.size(expr), entries });
  }

  bindLoopVariables({ range, variable, variable2 }: Comprehension): void {
    const entries = this.entriesOf(range);
    const isList = (entries?.kind ?? this.type(range).kind) === "list";
    const local = (part: string, size: Range | undefined): Local => ({
      path: this.path(range).step(part),
      size,
      entries: undefined,
    });
    const value = (): Local => local(isList ? "@items" : "@values", entries?.value);
    if (variable2 !== undefined) {
      this.#push(variable, local(isList ? "@indices" : "@keys", entries?.key));
      this.#push(variable2, value());
    } else this.#push(variable, isList ? value() : local("@keys", entries?.key));
  }

  #push(name: string, local: Local): void {
    addTo(this.#locals, name, local);
  }

  pop(name: string): void {
    this.#locals.get(name)?.pop();
  }

  local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  type(expr: Expr): CelType {
    return this.#types.get(expr.id) ?? DYN;
  }

  path(expr: Expr): Path {
    const local = expr.kind === "ident" ? this.local(expr.name) : undefined;
    return local?.path ?? this.paths.get(expr.id) ?? Path.NONE;
  }

  argument(expr: Expr): Argument {
    const path = this.path(expr);
    const { variable } = path;
    const known = variable !== undefined && isAccumulator(variable) ? Path.NONE : path;
    return { expr, type: this.type(expr), path: known, size: this.size(expr) ?? lookUp(known, this.#sizeAt) };
  }

  sizeOrUnknown(expr: Expr): Range {
    return this.size(expr) ?? UNKNOWN;
  }

  size(expr: Expr): Range | undefined {
    const known = this.sizes.get(expr.id) ?? writtenSize(expr);
    if (known !== undefined) return known;
    const found = lookUp(this.path(expr), this.#sizeAt);
    if (found !== undefined) {
      this.sizes.set(expr.id, found);
      return found;
    }
    if (isScalar(this.type(expr))) return ONE;
    return expr.kind === "ident" ? this.local(expr.name)?.size : undefined;
  }

  entriesOf(expr: Expr): Entries | undefined {
    return this.entries.get(expr.id) ?? (expr.kind === "ident" ? this.local(expr.name)?.entries : undefined);
  }

  copySizes(to: Expr, from: Expr): void {
    const size = this.size(from);
    const entries = this.entriesOf(from);
    if (size !== undefined) this.sizes.set(to.id, size);
    if (entries !== undefined) this.entries.set(to.id, entries);
  }
}

/** Returns the size of a value that is written in the expression. */
function writtenSize(expr: Expr): Range | undefined {
  if (expr.kind === "list") return exactly(expr.items.length);
  if (expr.kind === "map") return exactly(expr.entries.length);
  if (expr.kind !== "literal") return undefined;
  const { value } = expr;
  if (typeof value === "string") return exactly(stringSize(value));
  if (value instanceof CelBytes) return exactly(value.bytes.length);
  return typeof value === "object" && value !== null && !(value instanceof CelObject) ? undefined : ONE;
}

const SCALARS: ReadonlySet<CelType["kind"]> = new Set([
  "bool",
  "double",
  "duration",
  "int",
  "timestamp",
  "uint",
]);

function isScalar(type: CelType): boolean {
  const item = optionalItem(type);
  return item === undefined ? SCALARS.has(type.kind) : isScalar(item);
}
