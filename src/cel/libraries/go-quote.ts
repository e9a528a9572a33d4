const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/** A text as Go's `%q` writes it. */
export function goQuote(text: string): string {
  return `"${text.replace(/["\\\p{C}\u2028\u2029]/gu, (char) => ESCAPES[char] ?? escaped(char))}"`;
}

function escaped(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x80) return `\\x${point.toString(16).padStart(2, "0")}`;
  return point > 0xffff
    ? `\\U${point.toString(16).padStart(8, "0")}`
    : `\\u${point.toString(16).padStart(4, "0")}`;
}
