/** White space of Go's unicode.IsSpace. JavaScript's trim() differs: it includes U+FEFF and excludes U+0085. */
const SPACES: ReadonlySet<number> = new Set([
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680],
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]);

/** Splits a text at white space, as Go's strings.Fields. */
export function fieldsOf(text: string): string[] {
  const words: string[] = [];
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && !SPACES.has(text.charCodeAt(i))) continue;
    if (i > start) words.push(text.slice(start, i));
    start = i + 1;
  }
  return words;
}

/** Removes white space at both ends, as Go's strings.TrimSpace. */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACES.has(text.charCodeAt(start))) start++;
  while (end > start && SPACES.has(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
