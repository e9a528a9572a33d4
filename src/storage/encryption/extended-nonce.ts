import { createHmac, randomBytes } from "node:crypto";
import { aesGcm } from "./aes.ts";
import type { Transformer } from "./transformer.ts";

/** Bytes of a seed, of the random text before each value, and of the key made of both. */
export const SEED_BYTES = 32;

/**
 * AES-GCM with a key of its own for each value, made of a seed and 32 random bytes that precede the value
 * (apiserver/pkg/storage/value/encrypt/aes/aes_extended_nonce.go).
 */
export function extendedNonceGcm(seed: Uint8Array): Transformer {
  if (seed.length < SEED_BYTES) throw new Error(`invalid seed length ${seed.length} used for key generation`);
  return {
    encrypt(plain, key) {
      const info = randomBytes(SEED_BYTES);
      return Buffer.concat([info, aesGcm(expand(seed, info)).encrypt(plain, key)]);
    },
    decrypt(stored, key) {
      if (stored.length < SEED_BYTES) throw new Error("the stored data was shorter than the required size");
      return aesGcm(expand(seed, stored.subarray(0, SEED_BYTES))).decrypt(stored.subarray(SEED_BYTES), key);
    },
    formOf: () => "",
  };
}

/** The first block of HKDF-Expand with SHA-256 (RFC 5869, 2.3), which is all that a key of 32 bytes needs. */
const expand = (seed: Uint8Array, info: Uint8Array): Buffer =>
  createHmac("sha256", seed)
    .update(info)
    .update(Buffer.from([1]))
    .digest();
