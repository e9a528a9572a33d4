import { CelError, isList, type Value } from "../values.ts";
import { spendText } from "../work.ts";
import {
  FormatProblem,
  formatBinary,
  formatDecimal,
  formatFixed,
  formatHex,
  formatOctal,
  formatScientific,
  formatText,
  type Verb,
} from "./format-value.ts";

type Clause = (value: Value, precision: number) => string;

const CLAUSES: Readonly<Record<Verb, Clause>> = {
  s: formatText,
  d: formatDecimal,
  f: formatFixed,
  e: formatScientific,
  b: formatBinary,
  x: formatHex,
  X: (value) => formatHex(value).toUpperCase(),
  o: formatOctal,
};

type Part = string | { readonly clause: Clause; readonly verb: Verb; readonly precision: number };

const isVerb = (text: string): text is Verb => Object.hasOwn(CLAUSES, text);

const DEFAULT_PRECISION = 6;

/** The letters of the clauses of a format, in order. Throws FormatProblem. */
export const clausesOf = (format: string): readonly Verb[] =>
  parseFormat(format).flatMap((part) => (typeof part === "string" ? [] : [part.verb]));

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
    if (!isVerb(verb))
      throw new FormatProblem(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
    parts.push({
      clause: CLAUSES[verb],
      verb,
      precision: precision === undefined ? DEFAULT_PRECISION : Number(precision),
    });
    rest = rest.slice(whole.length);
  }
}

/** `format.format(args)`. */
export function formatString(format: string, args: Value): Value {
  try {
    const values = isList(args) ? args : [];
    let next = 0;
    return parseFormat(format)
      .map((part) => {
        if (typeof part === "string") return part;
        if (next >= values.length) throw new FormatProblem(`index ${next} out of range`);
        const text = part.clause(values[next++]!, part.precision);
        spendText(text.length);
        return text;
      })
      .join("");
  } catch (error) {
    if (error instanceof FormatProblem) return new CelError(error.message);
    throw error;
  }
}
