/**
 * Returns the value of a member of an object as bytes of the object's JSON, shared and not checked. `json`: valid
 * JSON on one line without spaces, as documents have it. Undefined if the object has no such member.
 */
export function memberBytes(json: Uint8Array, name: string): Uint8Array | undefined {
  let at = 1;
  while (at < json.length && json[at] === QUOTE) {
    const keyEnd = stringEnd(json, at);
    const valueEnd = endOfValue(json, keyEnd + 1);
    if (isText(json, at + 1, keyEnd - 1, name)) return json.subarray(keyEnd + 1, valueEnd);
    at = valueEnd + 1;
  }
  return undefined;
}

/** Index after the value that begins at `start`. */
function endOfValue(json: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const byte = json[at]!;
    if (byte === QUOTE) {
      at = stringEnd(json, at);
      if (depth === 0) return at;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return at;
    at++;
  }
  return at;
}

/** Index after the string whose opening quotation mark is at `start`. */
function stringEnd(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isText(json: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (json[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
