import { GO_ESCAPES } from "../../../go/escapes.ts";
import { PathError } from "./path-error.ts";

const SIMPLE: Readonly<Record<string, string>> = { ...GO_ESCAPES, "\\": "\\" };
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/**
 * Returns the text of a literal in single or double quotes (UnquoteExtend of client-go's util/jsonpath).
 * Throws a PathError for an invalid literal.
 */
export function unquote(literal: string): string {
  const sign = literal[0] ?? "";
  const inside = literal.slice(1, -1);
  if (!inside.includes("\\")) return inside;
  let text = "";
  for (let at = 0; at < inside.length; ) {
    if (inside[at] === "\\") {
      const { character, length } = escaped(inside, at + 1, sign);
      text += character;
      at += length + 1;
    } else text += inside[at++];
  }
  return text;
}

/** Decodes the escape after a backslash (strconv.UnquoteChar). */
function escaped(text: string, at: number, sign: string): { character: string; length: number } {
  const c = text[at] ?? "";
  const simple = SIMPLE[c] ?? (c === sign ? c : undefined);
  if (simple !== undefined) return { character: simple, length: 1 };
  const hex = text.slice(at + 1, at + 1 + (DIGITS[c] ?? 0));
  const octal = /^[0-7]{3}/.exec(text.slice(at, at + 3))?.[0];
  const isHex = DIGITS[c] !== undefined && hex.length === DIGITS[c] && /^[0-9a-fA-F]+$/.test(hex);
  const code = isHex ? Number.parseInt(hex, 16) : octal === undefined ? -1 : Number.parseInt(octal, 8);
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  if (code < 0 || code > (isHex ? 0x10ffff : 0xff) || isSurrogate) throw new PathError("invalid syntax");
  return { character: String.fromCodePoint(code), length: isHex ? hex.length + 1 : 3 };
}
