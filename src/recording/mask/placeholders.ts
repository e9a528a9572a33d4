import { createHmac, randomBytes } from "node:crypto";

/** Texts that stand for others. Equal texts get equal ones; nothing leads back, for nobody keeps the key. */
export interface Placeholders {
  /** Of a text: can also be a name. The empty text stays. */
  of(text: string): string;
  /** Of what is written in base64: in base64 again, and JSON where it was JSON. */
  ofBase64(text: string): string;
  ofNumber(value: number): number;
}

const HEX_DIGITS = 20;

/** Their key is made here and lives as long as they do. */
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
