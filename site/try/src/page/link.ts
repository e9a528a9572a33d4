import { BINARY_MINOR } from "../../../../src/resources/features/emulated-version.ts";
import type { Situation } from "../engine/messages.ts";

/** A situation without anything; a link has only members that differ from it. */
export const EMPTY: Situation = {
  configurations: "",
  object: "",
  old: "",
  webhooks: "",
  operation: "",
  user: "",
  groups: "",
  dryRun: false,
  version: `1.${BINARY_MINOR}`,
  expression: "",
};

/** Bytes of a situation that a link may have, without compression. */
const MOST_BYTES = 1_000_000;

/** Returns the part of the address after `#`: the situation as JSON, compressed (deflate, base64url). */
export async function encodeLink(situation: Situation): Promise<string> {
  const given = Object.entries(situation).filter(([key, value]) => value !== EMPTY[key as keyof Situation]);
  const text = JSON.stringify(Object.fromEntries(given));
  const bytes = await through(new Blob([text]), new CompressionStream("deflate-raw"), Number.POSITIVE_INFINITY);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads what `encodeLink` has written; undefined for other texts, and for situations of more than a megabyte. */
export async function decodeLink(hash: string): Promise<Situation | undefined> {
  try {
    const binary = atob(hash.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
    const text = await through(new Blob([bytes]), new DecompressionStream("deflate-raw"), MOST_BYTES);
    const given: unknown = JSON.parse(new TextDecoder().decode(text));
    if (typeof given !== "object" || given === null) return undefined;
    // A link is foreign: only known members, and only of their types.
    const known = Object.entries(given).filter(
      ([key, value]) => Object.hasOwn(EMPTY, key) && typeof value === typeof EMPTY[key as keyof Situation],
    );
    return { ...EMPTY, ...Object.fromEntries(known) };
  } catch {
    return undefined;
  }
}

async function through(
  from: Blob,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const reader = from.stream().pipeThrough<Uint8Array>(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > most) throw new Error("too long");
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
