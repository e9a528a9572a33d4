/**
 * Parts of a JSON text that YAML reads differently: lone surrogates, escaped slashes, merge keys, control characters,
 * Unicode line breaks, a line break between a key and its colon, and keys of more than 1,024 characters.
 */
const OTHERWISE =
  /\\ud|\\\/|"<<"|[\x7f-\x9f\u2028\u2029\ufffe\uffff]|"[ \t]*[\r\n][ \t\r\n]*:|"[^"]{1000,}"\s*:/i;

/**
 * True if YAML certainly reads a text as JSON does, provided that the text is valid JSON. False if that is uncertain.
 */
export const isSameAsJson = (text: string): boolean =>
  text.startsWith("{") && !OTHERWISE.test(text) && !hasTabOnLastLines(text);

/** YAML reads a tab on a line after the value as the beginning of another value. */
function hasTabOnLastLines(text: string): boolean {
  const rest = text.slice(text.lastIndexOf("}"));
  const line = rest.search(/[\r\n]/);
  return line >= 0 && rest.includes("\t", line);
}
