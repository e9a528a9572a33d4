import { createHash } from "node:crypto";
import { messageOf } from "../../report/describe-error.ts";
import { asBuffer, isEncrypted } from "../encryption/transformer.ts";
import { StorageError } from "../storage.ts";
import { readStored, storedBytes } from "./stored-form.ts";

/** A key and its stored bytes, which have not been parsed or checked. */
export interface StoredItem {
  readonly key: string;
  readonly revision: number;
  readonly bytes: Uint8Array;
}

/**
 * Returns the form that is the same in every store: JSON without the revision. Encrypted bytes are returned
 * unchanged, because they cannot be read here. Throws `Failed` for bytes that are not JSON.
 */
export function storedForm({ key, bytes, revision }: StoredItem): Buffer {
  if (isEncrypted(bytes)) return asBuffer(bytes);
  try {
    return storedBytes(readStored(key, bytes, revision));
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw new StorageError("Failed", `the object under ${key} is damaged: ${messageOf(cause)}`, { cause });
  }
}

/** SHA-256 of the stored form. */
export const digestOf = (item: StoredItem): string =>
  createHash("sha256").update(storedForm(item)).digest("base64");

/** One digest over all objects: `sha256:…` over a line of key and digest for each. Stores that hold the same have the same. */
export function digestOfAll(digests: ReadonlyMap<string, string>): string {
  const all = createHash("sha256");
  for (const key of [...digests.keys()].sort()) all.update(`${key} ${digests.get(key)}\n`);
  return `sha256:${all.digest("hex")}`;
}
