import { createPrivateKey, type KeyObject } from "node:crypto";

/** Encodings of a private key: PKCS #1, PKCS #8, SEC 1. */
export type KeyForm = "pkcs1" | "pkcs8" | "sec1";

/** Parses a private key in DER, in the first of these forms that fits; undefined if none does. */
export function readPrivateKey(
  der: Buffer,
  forms: readonly KeyForm[] = ["pkcs1", "pkcs8", "sec1"],
): KeyObject | undefined {
  for (const type of forms) {
    try {
      return createPrivateKey({ key: der, format: "der", type });
    } catch {
      // Try the next form.
    }
  }
  return undefined;
}
