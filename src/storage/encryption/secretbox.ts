import { randomBytes } from "node:crypto";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { asBuffer, type Transformer } from "./transformer.ts";

const NONCE = 24;
const TAG = 16;

/** XSalsa20 and Poly1305 with a random nonce before each value (apiserver/pkg/storage/value/encrypt/secretbox/secretbox.go). */
export function secretbox(secret: Uint8Array): Transformer {
  return {
    encrypt(plain) {
      const nonce = randomBytes(NONCE);
      return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(plain)]);
    },
    decrypt(stored) {
      if (stored.length < NONCE + TAG) throw new Error("the stored data was shorter than the required size");
      try {
        return asBuffer(xsalsa20poly1305(secret, stored.subarray(0, NONCE)).decrypt(stored.subarray(NONCE)));
      } catch (cause) {
        // The words of the reference, for every cause.
        throw new Error("output array was not large enough for encryption", { cause });
      }
    },
    formOf: () => "",
  };
}
