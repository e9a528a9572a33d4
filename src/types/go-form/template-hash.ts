import type { JsonObject } from "../../json/value.ts";
import { hashForm } from "./hash-form.ts";

/** Parameters of FNV-1a with 32 bits: the offset and the prime. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Returns the hash of a pod template for the names of objects that are created from it, like ComputeHash of
 * the reference: FNV-1a over the template as Go prints it, and over the number of collisions of such names.
 */
export function templateHash(template: JsonObject, collisionCount: number | undefined): string {
  let hash = fnv(OFFSET, Buffer.from(hashForm("core/v1.PodTemplateSpec", template)));
  if (collisionCount !== undefined) {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32LE(collisionCount);
    hash = fnv(hash, bytes);
  }
  return safeEncode(String(hash));
}

function fnv(start: number, bytes: Uint8Array): number {
  let hash = start;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return hash >>> 0;
}

/** Letters and digits that cannot form offensive words: rand.SafeEncodeString of apimachinery. */
const SAFE = "bcdfghjklmnpqrstvwxz2456789";

const safeEncode = (text: string): string =>
  [...text].map((character) => SAFE[character.charCodeAt(0) % SAFE.length]).join("");
