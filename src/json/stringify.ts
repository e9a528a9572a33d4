import type { Json } from "../api/json.ts";

const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * JSON as Go's encoder writes it: `<`, `>`, `&`, U+2028 and U+2029 as escapes, integers beyond
 * 2^53 (bigint) with all their digits. `indent`: what each level is moved in by; absent: all on one line.
 */
export function stringify(value: Json, indent = ""): string {
  const text = encode(value, indent);
  if (!needsEscape(text)) return text;
  return text.replace(ESCAPED, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same without these escapes, as Go's encoder writes it when it is told so. */
export const stringifyUnescaped = (value: Json): string => encode(value, "");

/** Single characters are found ten times as fast as a class of them. */
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

/** Rare: only documents that hold an integer beyond 2^53 come here. `line`: what begins a line at this depth. */
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
