import { createHmac, randomBytes } from "node:crypto";

/**
 * Placeholders for texts. Equal texts get equal placeholders. They cannot be reversed, because the key is not
 * stored.
 */
export interface Placeholders {
  /** Returns the placeholder of a text, which is also a valid name. The empty text stays empty. */
  of(text: string): string;
  /** Returns the placeholder of a base64 text: it is base64, too, and contains JSON if the text did. */
  ofBase64(text: string): string;
  ofNumber(value: number): number;
}

const HEX_DIGITS = 20;

/** Creates placeholders with a random key. */
export function createPlaceholders(): Placeholders {
  const key = randomBytes(32);
  const hash = (text: string): string =>
    createHmac("sha256", key).update(text).digest("hex").slice(0, HEX_DIGITS);
  const of = (text: string): string => (text === "" ? "" : `masked-${hash(text)}`);
  return {
    of,
    ofBase64(text) {
      const decoded = Buffer.from(text, "base64").toString();
      const placeholder = of(decoded);
      const isJson = decoded.startsWith("{");
      return Buffer.from(isJson ? JSON.stringify({ masked: placeholder }) : placeholder).toString("base64");
    },
    ofNumber: (value) => Number.parseInt(hash(String(value)).slice(0, 7), 16),
  };
}
