/** Removes leading zeros: `007` → `7`. Of a text of zeros, one zero is kept. */
export function withoutLeadingZeros(digits: string): string {
  let at = 0;
  while (at < digits.length - 1 && digits[at] === "0") at++;
  return digits.slice(at) || "0";
}

/**
 * Removes all characters `end` at the end of a text. A regular expression would start a search at each of them, which
 * takes quadratic time.
 */
export function trimEnd(text: string, end: string): string {
  let length = text.length;
  while (length > 0 && text[length - 1] === end) length--;
  return text.slice(0, length);
}
