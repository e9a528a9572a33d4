import { getKey } from "./object.ts";
import type { Json } from "./value.ts";

/** Escapes a key for a pointer (RFC 6901): `a/b~c` → `a~1b~0c`. */
export function escapeToken(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

/** Reverses `escapeToken`: `a~1b~0c` → `a/b~c`. It replaces from left to right, so that `~01` becomes `~1`. */
export function unescapeToken(token: string): string {
  return token.includes("~") ? token.replace(/~[01]/g, (found) => (found === "~1" ? "/" : "~")) : token;
}

/** The value at an RFC 6901 pointer; undefined if there is none. */
export function readPointer(document: Json, pointer: string): Json | undefined {
  let at: Json | undefined = document;
  for (const token of pointer.split("/").slice(1)) {
    if (Array.isArray(at)) at = /^(0|[1-9]\d*)$/.test(token) ? at[Number(token)] : undefined;
    else at = typeof at === "object" && at !== null ? getKey(at, unescapeToken(token)) : undefined;
  }
  return at;
}
