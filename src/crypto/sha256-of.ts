import { createHash } from "node:crypto";

/** Hash of a text in the form of logs and metrics: `sha256:` and 64 hexadecimal digits. */
export const sha256Of = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
