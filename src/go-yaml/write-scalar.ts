import type { Emitter } from "./emitter.ts";
import { isBreak, isSpecial, type ScalarStyle } from "./scalar-style.ts";

/**
 * Writes one string in its style. `mayFold`: lines may be broken at spaces, which is allowed everywhere except in
 * simple keys.
 */
export function writeScalar(emitter: Emitter, text: string, style: ScalarStyle, mayFold: boolean): void {
  if (style === "plain") writePlain(emitter, text, mayFold);
  else if (style === "single") writeSingleQuoted(emitter, text, mayFold);
  else if (style === "double") writeDoubleQuoted(emitter, text, mayFold);
  else writeLiteral(emitter, text);
}

function writePlain(emitter: Emitter, text: string, mayFold: boolean): void {
  emitter.writeSpace();
  // Plain texts have no line breaks, and neither begin nor end with a space.
  for (const [word, spaces] of wordsOf(text)) {
    emitter.write(word);
    if (mayFold && spaces === " " && emitter.isLong) emitter.writeIndent();
    else emitter.write(spaces);
  }
  emitter.endContent();
}

/** Splits a text into words, each with the spaces after it. */
function* wordsOf(text: string): Iterable<readonly [word: string, spaces: string]> {
  let start = 0;
  while (start < text.length) {
    let space = text.indexOf(" ", start);
    if (space < 0) space = text.length;
    let end = space;
    while (text[end] === " ") end++;
    yield [text.slice(start, space), text.slice(space, end)];
    start = end;
  }
}

function writeSingleQuoted(emitter: Emitter, text: string, mayFold: boolean): void {
  emitter.writeIndicator("'", { needsSpace: true });
  const lines = linesOf(text.replaceAll("'", "''"));
  for (const [line, lineBreak] of lines) {
    if (line !== "" && emitter.isAfterBreak) emitter.writeIndent();
    writeFolded(emitter, line, mayFold);
    if (lineBreak !== "") emitter.writeBreak(lineBreak);
  }
  emitter.writeIndicator("'");
  emitter.endContent();
}

/** Writes one line with folding. The line is not broken at its first or last character. */
function writeFolded(emitter: Emitter, line: string, mayFold: boolean): void {
  let written = 0;
  for (const [word, spaces] of wordsOf(line)) {
    emitter.write(word);
    written += word.length + spaces.length;
    const isInside = written > 1 && written < line.length;
    if (mayFold && isInside && spaces === " " && emitter.isLong) emitter.writeIndent();
    else emitter.write(spaces);
  }
}

/** Splits a text into lines, each with the line break after it. The last line may have none. */
function* linesOf(text: string): Iterable<readonly [line: string, lineBreak: string]> {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (!isBreak(character)) continue;
    yield [text.slice(start, at), character];
    start = at + 1;
  }
  yield [text.slice(start), ""];
}

function writeLiteral(emitter: Emitter, text: string): void {
  emitter.writeIndicator("|", { needsSpace: true });
  if (text.startsWith(" ") || isBreak(text.charAt(0))) emitter.writeIndicator("2");
  emitter.writeIndicator(chompHint(text));
  emitter.writeBreak();
  for (const [line, lineBreak] of linesOf(text)) {
    if (line !== "") {
      emitter.writeIndent();
      emitter.write(line);
      emitter.endLine();
    }
    if (lineBreak !== "") emitter.writeBreak(lineBreak);
  }
}

/**
 * Indicator for the line breaks at the end of a literal that belong to the text: `-` for none, empty for one, `+` for
 * all.
 */
function chompHint(text: string): "" | "-" | "+" {
  if (!isBreak(text.charAt(text.length - 1))) return "-";
  return text.length === 1 || isBreak(text.charAt(text.length - 2)) ? "+" : "";
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\0", "0"],
  ["\x07", "a"],
  ["\b", "b"],
  ["\t", "t"],
  ["\n", "n"],
  ["\v", "v"],
  ["\f", "f"],
  ["\r", "r"],
  ["\x1b", "e"],
  ['"', '"'],
  ["\\", "\\"],
  ["\u0085", "N"],
  ["\u00a0", "_"],
  ["\u2028", "L"],
  ["\u2029", "P"],
]);

function writeDoubleQuoted(emitter: Emitter, text: string, mayFold: boolean): void {
  emitter.writeIndicator('"', { needsSpace: true });
  // Go tests the byte order mark at the beginning of the text, whichever character it is writing (is_bom of
  // yamlprivateh.go).
  const escapesAll = text.startsWith("\ufeff");
  let at = 0;
  let wordStart = 0;
  const endWord = (end: number) => {
    if (end > wordStart) emitter.write(text.slice(wordStart, end));
  };
  let spaces = false;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === " " && mayFold && !spaces && !escapesAll) {
      endWord(at);
      wordStart = at;
      if (emitter.isLong && at > 0 && at < text.length - 1) {
        emitter.writeIndent();
        if (text.charAt(at + 1) === " ") emitter.write("\\");
        wordStart = at + 1;
      }
    } else if (escapesAll || needsEscape(character)) {
      endWord(at);
      const whole = String.fromCodePoint(text.codePointAt(at) ?? 0);
      emitter.write(escapeOf(whole));
      at += whole.length - 1;
      wordStart = at + 1;
    }
    spaces = character === " ";
    at++;
  }
  endWord(text.length);
  emitter.writeIndicator('"');
  emitter.endContent();
}

const needsEscape = (character: string): boolean =>
  character === '"' || character === "\\" || isSpecial(character) || isBreak(character);

function escapeOf(character: string): string {
  const short = ESCAPES.get(character);
  if (short !== undefined) return `\\${short}`;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
