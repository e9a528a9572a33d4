/** Up to this length the engine's own search is used: in its worst case it reads each character SHORT times. */
const SHORT = 16;

/**
 * Returns the first index of `part` (not empty) at or after `from`; −1 if there is none. The time is linear
 * in both texts.
 */
export function findText(text: string, part: string, from = 0): number {
  if (part.length <= SHORT) return text.indexOf(part, from);
  for (const at of matches(text, part, from)) return at;
  return -1;
}

/** Returns the last index of `part` (not empty) at or before `until`; −1 if there is none. */
export function findLastText(text: string, part: string, until: number): number {
  if (part.length <= SHORT) return until < 0 ? -1 : text.lastIndexOf(part, until);
  let last = -1;
  for (const at of matches(text, part, 0)) {
    if (at > until) break;
    last = at;
  }
  return last;
}

/** Returns the parts between the occurrences of `separator` (not empty). */
export function splitText(text: string, separator: string): string[] {
  if (separator.length <= SHORT) return text.split(separator);
  const parts: string[] = [];
  let end = 0;
  for (const at of matches(text, separator, 0)) {
    if (at < end) continue;
    parts.push(text.slice(end, at));
    end = at + separator.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** Yields the index of every match, including overlapping ones (Knuth, Morris, Pratt). */
function* matches(text: string, part: string, from: number): Generator<number> {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1]!;
    if (part.charCodeAt(matched) === code) matched++;
    if (matched < part.length) continue;
    yield at - part.length + 1;
    matched = borders[matched - 1]!;
  }
}

/** Returns, for each prefix of a text, the length of its longest proper suffix that is also a prefix. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    const code = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1]!;
    if (part.charCodeAt(length) === code) length++;
    borders[at] = length;
  }
  return borders;
}
