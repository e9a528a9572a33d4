import { atoi } from "../../../go/atoi.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { CelError, isList, type Value } from "../../values/values.ts";
import type { Work } from "../../values/work.ts";
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

type Clause = (value: Value, precision: number, work: Work) => string;

const CLAUSES: Readonly<Record<Verb, Clause>> = {
  s: (value, _precision, work) => formatText(value, work),
  d: formatDecimal,
  f: formatFixed,
  e: formatScientific,
  b: formatBinary,
  x: formatHex,
  X: (value) => formatHex(value).toUpperCase(),
  o: formatOctal,
};

/** A clause of a format and its argument. */
export interface FormatClause<T> {
  readonly verb: Verb;
  /** Digits after the point; 6 if the clause has none. */
  readonly precision: number;
  readonly argument: T;
}

const isVerb = (text: string): text is Verb => Object.hasOwn(CLAUSES, text);

const DEFAULT_PRECISION = 6;
const UNFINISHED = "unexpected end of string";

/**
 * Yields the texts and clauses of a format one after the other, so that an error after a clause is found only
 * after the clause was used. `take` returns the next argument. `isChecked` is true for the checker, which
 * tests for the end of the format before the end of the arguments. Throws FormatProblem, as `take` can.
 */
export function* partsOfFormat<T>(
  format: string,
  take: () => T,
  isChecked = false,
): Generator<string | FormatClause<T>> {
  let rest = format;
  for (;;) {
    const percent = rest.indexOf("%");
    if (percent < 0) return yield rest;
    yield rest.slice(0, percent);
    rest = rest.slice(percent + 1);
    if (rest.startsWith("%")) {
      yield "%";
      rest = rest.slice(1);
      continue;
    }
    if (isChecked && rest === "") throw new FormatProblem(UNFINISHED);
    const argument = take();
    if (rest === "") throw new FormatProblem(UNFINISHED);
    const { precision, length } = readPrecision(rest);
    const verb = rest.charAt(length);
    if (!isVerb(verb)) throw unreadable(`unrecognized formatting clause "${firstByte(rest.slice(length))}"`);
    yield { verb, precision, argument };
    rest = rest.slice(length + 1);
  }
}

/** Reads the precision, such as `.2`, if there is one (parsePrecision of cel-go's ext/formatting_v2.go). */
function readPrecision(text: string): { readonly precision: number; readonly length: number } {
  const [whole, digits = ""] = /^\.([0-9]*)/.exec(text) ?? [];
  if (whole === undefined) return { precision: DEFAULT_PRECISION, length: 0 };
  const wrong = "error while parsing precision: ";
  if (whole.length === text.length) throw unreadable(`${wrong}could not find end of precision specifier`);
  try {
    return { precision: Number(atoi(digits)), length: whole.length };
  } catch (error) {
    throw unreadable(`${wrong}error while converting precision to integer: ${messageOf(error)}`);
  }
}

const unreadable = (text: string): FormatProblem =>
  new FormatProblem(`could not parse formatting clause: ${text}`);

/** Returns the first byte as a character: Go reads one byte, and prints it as if it were a character. */
const firstByte = (text: string): string => String.fromCharCode(Buffer.from(text.slice(0, 2))[0] ?? 0);

/** Returns a function that takes the items of a list in their order. */
export function taking<T>(items: readonly T[]): () => T {
  let next = 0;
  return () => {
    if (next >= items.length) throw new FormatProblem(`index ${next} out of range`);
    return items[next++]!;
  };
}

/** Evaluates `format.format(args)`. */
export function formatString(work: Work, format: string, args: Value): Value {
  try {
    let text = "";
    for (const part of partsOfFormat(format, taking(isList(args) ? args : []))) {
      const added = typeof part === "string" ? part : CLAUSES[part.verb](part.argument, part.precision, work);
      if (typeof part !== "string") work.spendText(added.length);
      text += added;
    }
    return text;
  } catch (error) {
    if (error instanceof FormatProblem) return new CelError(error.message);
    throw error;
  }
}
