import type { JsonObject } from "../../api/json.ts";
import { hashForm } from "./hash-form.ts";

/** Of 32 bits, FNV-1a: the offset and the prime. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The hash of a pod template in the names of what is made of it, ComputeHash of the reference: FNV-1a over the template as
 * Go prints it, and over how often such a name was taken already.
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

/** Letters and digits of which no bad words can be made: rand.SafeEncodeString of apimachinery. */
const SAFE = "bcdfghjklmnpqrstvwxz2456789";

const safeEncode = (text: string): string =>
  [...text].map((character) => SAFE[character.charCodeAt(0) % SAFE.length]).join("");
