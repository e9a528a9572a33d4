/** Quotes a text as Go's %q: like JSON, but with \a, \v and \x.. for control characters. */
export const quote = (text: string): string => `"${text.replace(NOT_PLAIN, quoteCharacter)}"`;

/** Characters that are not printable ASCII, and quotation marks and backslashes. */
const NOT_PLAIN = /[^ !#-[\]-~]/gu;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
  "\x07": "\\a",
};

function quoteCharacter(c: string): string {
  const short = Object.hasOwn(SHORT_ESCAPES, c) ? SHORT_ESCAPES[c] : undefined;
  if (short !== undefined) return short;
  const code = c.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(c)) return c;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
