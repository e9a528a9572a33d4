import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";
import type { Transformer } from "./transformer.ts";

const BLOCK = 16;
const NONCE = 12;
const TAG = 16;

/** AES-GCM with a random nonce before each value; the key of the store is authenticated (apiserver/pkg/storage/value/encrypt/aes/aes.go). */
export function aesGcm(secret: Uint8Array): Transformer {
  const algorithm = `aes-${secret.length * 8}-gcm` as "aes-256-gcm";
  const own = createSecretKey(secret);
  return {
    encrypt(plain, key) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(algorithm, own, nonce, { authTagLength: TAG }).setAAD(Buffer.from(key));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(stored, key) {
      if (stored.length < NONCE) throw new Error("the stored data was shorter than the required size");
      if (stored.length < NONCE + TAG) throw new Error("cipher: message authentication failed");
      const cipher = createDecipheriv(algorithm, own, stored.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(key))
        .setAuthTag(stored.subarray(-TAG));
      const plain = cipher.update(stored.subarray(NONCE, -TAG));
      try {
        cipher.final();
      } catch (cause) {
        throw new Error("cipher: message authentication failed", { cause });
      }
      return plain;
    },
    formOf: () => "",
  };
}

/** AES-CBC with a random vector before each value; the value is not authenticated (the same file). */
export function aesCbc(secret: Uint8Array): Transformer {
  const algorithm = `aes-${secret.length * 8}-cbc`;
  const own = createSecretKey(secret);
  return {
    encrypt(plain) {
      const vector = randomBytes(BLOCK);
      const cipher = createCipheriv(algorithm, own, vector);
      return Buffer.concat([vector, cipher.update(plain), cipher.final()]);
    },
    decrypt(stored) {
      if (stored.length < BLOCK) throw new Error("the stored data was shorter than the required size");
      if (stored.length % BLOCK !== 0) throw new Error("the stored data is not a multiple of the block size");
      const cipher = createDecipheriv(algorithm, own, stored.subarray(0, BLOCK)).setAutoPadding(false);
      return withoutPadding(Buffer.concat([cipher.update(stored.subarray(BLOCK)), cipher.final()]));
    },
    formOf: () => "",
  };
}

/** PKCS#7. */
function withoutPadding(padded: Buffer): Buffer {
  const size = padded.at(-1) ?? 0;
  if (size === 0 || size > padded.length) throw new Error("invalid PKCS7 data (empty or not padded)");
  const end = padded.length - size;
  if (padded.subarray(end).some((byte) => byte !== size)) throw new Error("invalid padding on input");
  return padded.subarray(0, end);
}
