import { readFileSync } from "node:fs";
import { messageOf } from "../../../api/describe-error.ts";
import { quote } from "../../../api/quote.ts";
import { goError } from "../go-error.ts";

/** How long what was read from a file counts, in milliseconds. */
const PERIOD = 60_000;
/** It is read again this long before its time is over. */
const LEEWAY = 10_000;

/** Reads a file; the message is Go's. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw goError(`open ${path}: ${reason(error)}`, error);
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "no such file or directory";
  if (code === "EACCES") return "permission denied";
  if (code === "EISDIR") return "is a directory";
  return messageOf(error);
}

/**
 * What a file says, read again about once a minute. Throws when it was never readable; later the last content that
 * could be read stands.
 */
export function refreshed<T>(read: () => T, now: () => number): () => T {
  let value = read();
  let readAt = now();
  return () => {
    if (now() - readAt < PERIOD - LEEWAY) return value;
    readAt = now();
    try {
      value = read();
    } catch {
      // A file that is being replaced is back in a moment.
    }
    return value;
  };
}

/** A token from a file, without the blanks around it. */
export function readToken(path: string): string {
  const token = readText(path).trim();
  if (token === "") throw goError(`read empty token from file ${quote(path)}`);
  return token;
}
