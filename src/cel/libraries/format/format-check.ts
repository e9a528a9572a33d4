import type { Call, Expr } from "../../parse/ast.ts";
import type { Issue } from "../../parse/source.ts";
import { type CelType, DYN } from "../../types/types.ts";
import { partsOfFormat, taking } from "./format-clauses.ts";
import { clauseProblem, FormatProblem, type Verb } from "./format-value.ts";

type Kind = CelType["kind"];
const kinds = (names: string): ReadonlySet<Kind> => new Set(names.split(" ") as Kind[]);

const TEXTS = kinds("list map int uint double bool string timestamp bytes duration type null");
const DOUBLES = kinds("double string");
const INTEGERS = kinds("int uint");
const HEX = kinds("int uint string bytes");

const ALLOWED: Readonly<Record<Verb, ReadonlySet<Kind>>> = {
  s: TEXTS,
  d: INTEGERS,
  f: DOUBLES,
  e: DOUBLES,
  b: kinds("int uint bool"),
  x: HEX,
  X: HEX,
  o: INTEGERS,
};

/** Names of types in the reference's errors. */
const NAMES: Partial<Readonly<Record<Kind, string>>> = {
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
};

const nameOf = (type: CelType): string => ("name" in type ? type.name : (NAMES[type.kind] ?? type.kind));

/**
 * Returns the error of a format whose text and arguments are written in the expression: the types of these
 * are known.
 */
export function formatIssue(
  { target, args, at }: Call,
  types: ReadonlyMap<number, CelType>,
): Issue | undefined {
  const [list] = args;
  if (target?.kind !== "literal" || typeof target.value !== "string" || list?.kind !== "list")
    return undefined;
  try {
    let wanted = 0;
    for (const part of partsOfFormat(target.value, taking(list.items), true)) {
      if (typeof part === "string") continue;
      wanted++;
      const wrong = misfit(part.argument.value, part.verb, types);
      if (wrong !== undefined)
        return { at: wrong.at, text: clauseProblem(part.verb, nameOf(types.get(wrong.id) ?? DYN)) };
    }
    const given = list.items.length;
    if (given <= wanted) return undefined;
    return { at, text: `too many arguments supplied to string.format (expected ${wanted}, got ${given})` };
  } catch (error) {
    if (error instanceof FormatProblem) return { at, text: error.message };
    throw error;
  }
}

/** Returns the part of an argument that cannot be formatted. */
function misfit(expr: Expr, verb: Verb, types: ReadonlyMap<number, CelType>): Expr | undefined {
  const { kind } = types.get(expr.id) ?? DYN;
  if (kind !== "dyn" && !ALLOWED[verb].has(kind)) return expr;
  if (verb !== "s") return undefined;
  for (const part of partsOf(expr)) {
    const wrong = misfit(part, verb, types);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function partsOf(expr: Expr): readonly Expr[] {
  if (expr.kind === "list") return expr.items.map(({ value }) => value);
  return expr.kind === "map" ? expr.entries.flatMap(({ key, value }) => [key, value]) : [];
}
