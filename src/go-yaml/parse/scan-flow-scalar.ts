import { refuseAt } from "../yaml-error.ts";
import { isBlank, isBlankOrEnd, isBreak, type Source } from "./source.ts";

/** Reads a scalar in single or double quotes. */
export function scanQuoted(source: Source, quote: "'" | '"'): string {
  source.skip();
  let text = "";
  for (;;) {
    if (source.atDocumentMark()) refuseAt(source.line, "found unexpected document indicator", "scanner");
    if (source.at >= source.text.length) refuseAt(source.line, "found unexpected end of stream", "scanner");
    const [piece, escapedBreak] = scanUntilBlank(source, quote);
    text += piece;
    if (source.is(quote)) break;
    text += scanBlanks(source, escapedBreak);
  }
  source.skip();
  return text;
}

const SINGLE_STOP = 0x27;
const DOUBLE_STOP = 0x22;
const BACKSLASH = 0x5c;

/**
 * Reads up to a blank, a line break or the closing quote. An escaped line break also ends the text and leaves no
 * blank.
 */
function scanUntilBlank(source: Source, quote: "'" | '"'): [text: string, escapedBreak: boolean] {
  const stop = quote === "'" ? SINGLE_STOP : DOUBLE_STOP;
  const isPlain = (code: number): boolean =>
    !isBlankOrEnd(code) && code !== stop && !(code === BACKSLASH && quote === '"');
  let text = "";
  for (;;) {
    text += source.takeWhile(isPlain);
    if (quote === "'" && source.is("'") && source.is("'", 1)) {
      text += "'";
      source.skip(2);
    } else if (quote === '"' && source.is("\\")) {
      if (isBreak(source.code(1))) {
        source.skip();
        source.takeBreak();
        return [text, true];
      }
      text += scanEscape(source);
    } else return [text, false];
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);
const HEX_LENGTHS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

function scanEscape(source: Source): string {
  const name = source.text[source.at + 1] ?? "";
  const known = ESCAPES.get(name);
  const length = HEX_LENGTHS.get(name);
  if (known === undefined && length === undefined)
    refuseAt(source.line, "found unknown escape character", "scanner");
  source.skip(2);
  return known ?? scanHex(source, length ?? 0);
}

function scanHex(source: Source, length: number): string {
  const digits = source.text.slice(source.at, source.at + length);
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits))
    refuseAt(source.line, "did not find expected hexdecimal number", "scanner");
  const value = Number.parseInt(digits, 16);
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff)
    refuseAt(source.line, "found invalid Unicode character escape code", "scanner");
  source.skip(length);
  return String.fromCodePoint(value);
}

/** Returns blanks unchanged, or the blank or line breaks that remain after folding lines. */
function scanBlanks(source: Source, escapedBreak: boolean): string {
  const { blanks, first, rest } = takeBlanks(source, escapedBreak);
  if (first === undefined) return escapedBreak ? rest : blanks;
  return folded(first, rest);
}

/** The text between two lines of a scalar after folding. */
const folded = (first: string, rest: string): string =>
  first === "\n" ? (rest === "" ? " " : rest) : first + rest;

interface Blanks {
  readonly blanks: string;
  /** The first line break, and those after it. */
  readonly first: string | undefined;
  readonly rest: string;
}

function takeBlanks(source: Source, isBroken: boolean, check?: () => void): Blanks {
  let [blanks, rest] = ["", ""];
  let first: string | undefined;
  for (;;) {
    const code = source.code();
    if (isBlank(code)) {
      if (isBroken) {
        check?.();
        source.skip();
      } else blanks += source.takeWhile(isBlank);
    } else if (!isBreak(code)) return { blanks, first, rest };
    else if (isBroken) rest += source.takeBreak();
    else {
      first = source.takeBreak();
      isBroken = true;
    }
  }
}

const COLON = 0x3a;
const ENDS_IN_FLOW: ReadonlySet<number> = new Set([..."?,[]{}"].map((character) => character.charCodeAt(0)));

/** Reads a scalar without quotes. `broken`: true if line breaks follow it, so that the next token can be a key. */
export function scanPlain(source: Source, flow: boolean, parent: number): { text: string; broken: boolean } {
  const check = (): void => {
    if (source.column <= parent && source.is("\t"))
      refuseAt(source.line, "found a tab character that violates indentation", "scanner");
  };
  let [text, between, broken] = ["", "", false];
  while (!source.atDocumentMark() && !source.is("#")) {
    const word = scanPlainWord(source, flow);
    if (word !== "") {
      text += between + word;
      broken = false;
    }
    const code = source.code();
    if (!isBlank(code) && !isBreak(code)) break;
    const { blanks, first, rest } = takeBlanks(source, false, check);
    broken = first !== undefined;
    between = first === undefined ? blanks : folded(first, rest);
    if (!flow && source.column <= parent) break;
  }
  return { text, broken };
}

function scanPlainWord(source: Source, flow: boolean): string {
  const { text } = source;
  let end = source.at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (isBlankOrEnd(code) || (flow && ENDS_IN_FLOW.has(code))) break;
    if (code === COLON && (end + 1 === text.length || isBlankOrEnd(text.charCodeAt(end + 1)))) break;
  }
  const word = text.slice(source.at, end);
  source.skip(word.length);
  return word;
}
