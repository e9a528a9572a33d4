import { refuseAt } from "../yaml-error.ts";
import { isBlank, isBreak, isBreakOrEnd, isDigit, type Source } from "./source.ts";

const SPACE = 0x20;

/** Reads a scalar after `|` or `>`. `parent`: the indentation of the enclosing collection, -1 at the top level. */
export function scanBlockScalar(source: Source, literal: boolean, parent: number): string {
  source.skip();
  const { chomping, increment } = scanHeader(source);
  let indent = increment > 0 ? Math.max(parent, 0) + increment : 0;
  const refresh = (): string => {
    const [breaks, found] = scanBreaks(source, indent, parent);
    indent = found;
    return breaks;
  };
  let breaks = refresh();
  let [text, leadingBreak, wasBlank] = ["", "", false];
  while (source.column === indent && source.at < source.text.length) {
    const blank = isBlank(source.code());
    const folds = !literal && !wasBlank && !blank && leadingBreak === "\n";
    text += folds ? (breaks === "" ? " " : breaks) : leadingBreak + breaks;
    wasBlank = blank;
    text += source.takeWhile((code) => !isBreakOrEnd(code));
    leadingBreak = isBreak(source.code()) ? source.takeBreak() : "";
    breaks = refresh();
  }
  if (chomping !== "-") text += leadingBreak;
  return chomping === "+" ? text + breaks : text;
}

/** Reads the options after the indicator, in any order: the handling of line breaks at the end, and the indentation. */
function scanHeader(source: Source): { chomping: string; increment: number } {
  let chomping = scanChomping(source);
  const increment = scanIncrement(source);
  if (chomping === "" && increment > 0) chomping = scanChomping(source);
  source.skipBlanks();
  source.skipComment();
  if (!isBreakOrEnd(source.code()))
    refuseAt(source.line, "did not find expected comment or line break", "scanner");
  if (isBreak(source.code())) source.takeBreak();
  return { chomping, increment };
}

function scanChomping(source: Source): string {
  const found = source.is("+") ? "+" : source.is("-") ? "-" : "";
  source.skip(found.length);
  return found;
}

function scanIncrement(source: Source): number {
  const code = source.code();
  if (!isDigit(code)) return 0;
  if (source.is("0")) refuseAt(source.line, "found an indentation indicator equal to 0", "scanner");
  source.skip();
  return code - 0x30;
}

/**
 * Skips empty lines. Returns them and the indentation of the line after them. If `indent` is 0, the indentation is
 * detected here.
 */
function scanBreaks(source: Source, indent: number, parent: number): [breaks: string, indent: number] {
  let [breaks, deepest] = ["", 0];
  for (;;) {
    while ((indent === 0 || source.column < indent) && source.code() === SPACE) source.skip();
    deepest = Math.max(deepest, source.column);
    if ((indent === 0 || source.column < indent) && source.is("\t"))
      refuseAt(source.line, "found a tab character where an indentation space is expected", "scanner");
    if (!isBreak(source.code())) break;
    breaks += source.takeBreak();
  }
  return [breaks, indent === 0 ? Math.max(deepest, parent + 1, 1) : indent];
}
