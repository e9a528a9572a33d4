/** Maximum length of texts that the regular expression checks, because it is faster for them. */
const SHORT = 256;
const QUANTUM = 4;
const WHOLE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * True if a text is standard base64 with padding (RFC 4648, section 4) and without line breaks. Unused bits of the
 * last character may have any value, as for Go's `base64.StdEncoding`. The empty text is base64. Long texts are
 * decoded and encoded again, and must not change: Node does that for a megabyte in a millisecond, while a regular
 * expression needs 15.
 */
export function isBase64(text: string): boolean {
  if (text.length <= SHORT) return WHOLE.test(text);
  const whole = text.slice(0, -QUANTUM);
  return (
    text.length % QUANTUM === 0 &&
    WHOLE.test(text.slice(-QUANTUM)) &&
    !whole.endsWith("=") &&
    Buffer.from(whole, "base64").toString("base64") === whole
  );
}
