import { isUtf8 } from "node:buffer";

/** Whether bytes are JSON. In Latin-1 they become a string faster, and are JSON when they are in UTF-8. */
export function isJsonText(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("latin1"));
    return isUtf8(bytes);
  } catch {
    return false;
  }
}
