/**
 * What JSON can say and YAML says otherwise: halves of characters, an escaped slash, merges, control characters and line breaks of other
 * sorts, and of any sort between a key and its colon, and keys of more than 1,024 characters.
 */
const OTHERWISE =
  /\\ud|\\\/|"<<"|[\x7f-\x9f\u2028\u2029\ufffe\uffff]|"[ \t]*[\r\n][ \t\r\n]*:|"[^"]{1000,}"\s*:/i;

/** Whether YAML reads this text as JSON does, if it is JSON. False where that is not plain. */
export const isSameAsJson = (text: string): boolean =>
  text.startsWith("{") && !OTHERWISE.test(text) && !hasTabOnLastLines(text);

/** YAML takes a tab on a line behind the value for the beginning of another one. */
function hasTabOnLastLines(text: string): boolean {
  const rest = text.slice(text.lastIndexOf("}"));
  const line = rest.search(/[\r\n]/);
  return line >= 0 && rest.includes("\t", line);
}
