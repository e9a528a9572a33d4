import { isUtf8 } from "node:buffer";
import { isEncrypted } from "../encryption/transformer.ts";

/** Whether bytes may be an object as a store has it: encrypted, or JSON. */
export const isObjectText = (bytes: Buffer): boolean => isEncrypted(bytes) || isJsonText(bytes);

/** Whether bytes are JSON. In Latin-1 they become a string faster, and are JSON when they are in UTF-8. */
export function isJsonText(bytes: Buffer): boolean {
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
 * Whether bytes may be an object in JSON, as far as can be said without parsing: zeros of a lost sector and bytes of
 * something else are found, at a hundredth of the cost. The server does it with every object when it starts.
 */
export function looksLikeJson(bytes: Buffer): boolean {
  const ends = bytes[0] === OPEN ? bytes.at(-1) === CLOSE : bytes.length > 0;
  return ends && !bytes.includes(0) && isUtf8(bytes);
}
