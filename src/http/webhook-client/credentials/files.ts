import { readTextNow } from "../../../disk/read-text.ts";
import { quote } from "../../../go/quote.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { goError } from "../go-error.ts";

/** Time for which the content of a file is valid, in milliseconds. */
const PERIOD = 60_000;
/** Time before the end of that period at which a file is read again. */
const LEEWAY = 10_000;

/** Reads a file; errors have Go's text. */
export function readText(path: string): string {
  try {
    return readTextNow(path);
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
 * Returns a function that returns the content of a file and reads it again about once a minute. Throws if the
 * file cannot be read at first; later the last content that could be read is used.
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
      // A file that is being replaced is missing only for a moment.
    }
    return value;
  };
}

/** Reads a token from a file, without the blanks around it. */
export function readToken(path: string): string {
  const token = readText(path).trim();
  if (token === "") throw goError(`read empty token from file ${quote(path)}`);
  return token;
}
