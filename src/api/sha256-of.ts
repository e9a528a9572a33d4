import { createHash } from "node:crypto";

/** The hash of a text as logs and metrics show it: `sha256:` and 64 hexadecimal digits. */
export const sha256Of = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
