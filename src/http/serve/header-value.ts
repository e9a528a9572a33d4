// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/**
 * Header values as Node takes them: a character for each byte. Text goes out as UTF-8, line breaks become blanks, as in
 * Go's net/http; other control characters, which HTTP/2 does not allow and Node refuses, are left out.
 */
export function headerValue(value: string | readonly string[]): string | string[] {
  return typeof value === "string" ? encode(value) : value.map(encode);
}

const encode = (text: string): string =>
  /^[\t\x20-\x7e]*$/.test(text)
    ? text
    : Buffer.from(text.replace(/[\r\n]/g, " ").replace(CONTROL, "")).toString("latin1");
