import { createPrivateKey, type KeyObject } from "node:crypto";

/** What the bytes of a private key may be: PKCS #1, PKCS #8, SEC 1. */
export type KeyForm = "pkcs1" | "pkcs8" | "sec1";

/** The private key in some DER, in the first of these forms that fits; undefined when none does. */
export function readPrivateKey(
  der: Buffer,
  forms: readonly KeyForm[] = ["pkcs1", "pkcs8", "sec1"],
): KeyObject | undefined {
  for (const type of forms) {
    try {
      return createPrivateKey({ key: der, format: "der", type });
    } catch {
      // The next form.
    }
  }
  return undefined;
}
