import type { Call } from "../ast.ts";
import type { Issue } from "../source.ts";
import { CelError, isList, type Value } from "../values.ts";
import {
  FormatProblem,
  formatBinary,
  formatDecimal,
  formatFixed,
  formatHex,
  formatOctal,
  formatScientific,
  formatText,
} from "./format-value.ts";

type Clause = (value: Value, precision: number) => string;

const CLAUSES: Readonly<Record<string, Clause>> = {
  s: formatText,
  d: formatDecimal,
  f: formatFixed,
  e: formatScientific,
  b: formatBinary,
  x: formatHex,
  X: (value) => formatHex(value).toUpperCase(),
  o: formatOctal,
};

type Part = string | { readonly clause: Clause; readonly precision: number };

const DEFAULT_PRECISION = 6;

/** The texts and clauses of a format. Throws FormatProblem. */
function parseFormat(format: string): Part[] {
  const parts: Part[] = [];
  let rest = format;
  for (;;) {
    const percent = rest.indexOf("%");
    if (percent < 0) return [...parts, rest];
    parts.push(rest.slice(0, percent));
    rest = rest.slice(percent + 1);
    if (rest === "") throw new FormatProblem("unexpected end of string");
    if (rest.startsWith("%")) {
      parts.push("%");
      rest = rest.slice(1);
      continue;
    }
    const [whole = "", precision, verb = ""] = /^(?:\.(\d+))?(.?)/su.exec(rest) ?? [];
    const clause = Object.hasOwn(CLAUSES, verb) ? CLAUSES[verb] : undefined;
    if (clause === undefined)
      throw new FormatProblem(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
    parts.push({ clause, precision: precision === undefined ? DEFAULT_PRECISION : Number(precision) });
    rest = rest.slice(whole.length);
  }
}

/** `format.format(args)`. */
export function formatString(format: Value, args: Value): Value {
  try {
    const values = isList(args) ? args : [];
    let next = 0;
    return parseFormat(format as string)
      .map((part) => {
        if (typeof part === "string") return part;
        if (next >= values.length) throw new FormatProblem(`index ${next} out of range`);
        return part.clause(values[next++] as Value, part.precision);
      })
      .join("");
  } catch (error) {
    if (error instanceof FormatProblem) return new CelError(error.message);
    throw error;
  }
}

/** What is wrong with a format whose text and arguments are written in the expression. */
export function formatIssue({ target, args, at }: Call): Issue | undefined {
  const [list] = args;
  if (target?.kind !== "literal" || typeof target.value !== "string" || list?.kind !== "list")
    return undefined;
  try {
    const clauses = parseFormat(target.value).filter((part) => typeof part !== "string");
    if (clauses.length > list.items.length) return { at, text: `index ${list.items.length} out of range` };
    return literalProblem(clauses, list.items);
  } catch (error) {
    return { at, text: error instanceof Error ? error.message : String(error) };
  }
}

function literalProblem(
  clauses: readonly Exclude<Part, string>[],
  items: (Call["args"][number] & { kind: "list" })["items"],
): Issue | undefined {
  for (const [i, { clause, precision }] of clauses.entries()) {
    const item = items[i]?.value;
    if (item?.kind !== "literal") continue;
    try {
      clause(item.value, precision);
    } catch (error) {
      return { at: item.at, text: error instanceof Error ? error.message : String(error) };
    }
  }
  return undefined;
}
