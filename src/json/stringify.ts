import type { Json } from "./value.ts";

const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * Encodes JSON as Go's encoder does: `<`, `>`, `&`, U+2028 and U+2029 are escaped, and integers beyond 2^53 (bigint)
 * have all their digits. `indent`: indentation of each level; default: everything is on one line.
 */
export function stringify(value: Json, indent = ""): string {
  const text = encode(value, indent);
  return needsEscape(text) ? escapeHtml(text) : text;
}

/** Escapes the characters that Go's JSON encoder escapes although JSON does not need it: `<` becomes `\u003c`. */
export const escapeHtml = (text: string): string =>
  text.replace(ESCAPED, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** `stringify` without these escapes, as Go's encoder writes with SetEscapeHTML(false). */
export const stringifyUnescaped = (value: Json): string => encode(value, "");

/** `includes` for single characters is ten times as fast as a regular expression with a character class. */
function needsEscape(text: string): boolean {
  return (
    text.includes("<") ||
    text.includes(">") ||
    text.includes("&") ||
    text.includes("\u2028") ||
    text.includes("\u2029")
  );
}

function encode(value: Json, indent: string): string {
  try {
    return indent === "" ? JSON.stringify(value) : JSON.stringify(value, null, indent);
  } catch (error) {
    if (error instanceof TypeError && /BigInt/.test(error.message))
      return encodeWithBigints(value, indent, indent === "" ? "" : "\n");
    throw error;
  }
}

/**
 * Encodes values that contain an integer beyond 2^53, which is rare. `line`: line break and indentation at this
 * depth.
 */
function encodeWithBigints(value: Json, indent: string, line: string): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = line + indent;
  if (Array.isArray(value)) {
    const items = value.map((item) => encodeWithBigints(item, indent, inner));
    return items.length === 0 ? "[]" : `[${inner}${items.join(`,${inner}`)}${line}]`;
  }
  const colon = indent === "" ? ":" : ": ";
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined)
      members.push(`${JSON.stringify(key)}${colon}${encodeWithBigints(member, indent, inner)}`);
  }
  return members.length === 0 ? "{}" : `{${inner}${members.join(`,${inner}`)}${line}}`;
}
