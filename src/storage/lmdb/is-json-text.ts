import { isUtf8 } from "node:buffer";
import { isEncrypted } from "../encryption/transformer.ts";

/** True if bytes may be an object as a store has it: encrypted, or JSON. */
export const isObjectText = (bytes: Buffer): boolean => isEncrypted(bytes) || isJsonText(bytes);

/** True if bytes are JSON. They become a string faster as Latin-1, and the result is the same as for UTF-8. */
function isJsonText(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("latin1"));
    return isUtf8(bytes);
  } catch {
    return false;
  }
}

const [OPEN, CLOSE] = [0x7b, 0x7d];

/** Does the same as `isObjectText`, but checks JSON only as far as it is possible without parsing. */
export const looksLikeObject = (bytes: Buffer): boolean => isEncrypted(bytes) || looksLikeJson(bytes);

/**
 * True if bytes may be an object in JSON, as far as it can be checked without parsing: zeros of a lost sector
 * and bytes of other data are found, at a hundredth of the cost. The server checks every object in this way
 * at its start.
 */
function looksLikeJson(bytes: Buffer): boolean {
  const ends = bytes[0] === OPEN ? bytes.at(-1) === CLOSE : bytes.length > 0;
  return ends && !bytes.includes(0) && isUtf8(bytes);
}
