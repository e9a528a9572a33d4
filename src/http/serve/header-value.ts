// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/**
 * Converts header values to Node's form, one character for each byte. Text is encoded as UTF-8, and line
 * breaks become blanks, as in Go's net/http. Other control characters, which HTTP/2 does not allow and Node
 * refuses, are removed.
 */
export function headerValue(value: string | readonly string[]): string | string[] {
  return typeof value === "string" ? encode(value) : value.map(encode);
}

const encode = (text: string): string =>
  isPlain(text) ? text : Buffer.from(text.replace(/[\r\n]/g, " ").replace(CONTROL, "")).toString("latin1");

/** True if the text has only printable ASCII and tabs. A loop takes half the time of a regular expression on a short text. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7e || (unit < 0x20 && unit !== 0x09)) return false;
  }
  return true;
}
