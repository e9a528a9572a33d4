/** `007` → `7`; of zeros one stays. */
export function withoutLeadingZeros(digits: string): string {
  let at = 0;
  while (at < digits.length - 1 && digits[at] === "0") at++;
  return digits.slice(at) || "0";
}

/** The text without the characters at its end that are `end`. A regular expression would look from each of them again. */
export function trimEnd(text: string, end: string): string {
  let length = text.length;
  while (length > 0 && text[length - 1] === end) length--;
  return text.slice(0, length);
}
