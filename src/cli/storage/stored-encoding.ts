import { createEncoding, type Encoding } from "../../storage/encryption/encoding.ts";
import type { Place } from "../../storage/moves/open-place.ts";
import { storedSerialization } from "../encryption/stored-serialization.ts";
import { tell } from "../terminal.ts";

/** The flag of `serve`. */
export interface EncryptionFlags {
  readonly encryptionProviderConfig?: string;
}

/** Encoding of the objects in the source and in the target. */
export interface StoredEncoding {
  /** True if there are keys. */
  readonly mayDecrypt: boolean;
  at(place: Place): Encoding;
  close(): void;
}

/** Throws with the reference's text for an invalid configuration. */
export async function openStoredEncoding(flags: EncryptionFlags): Promise<StoredEncoding> {
  const { encryptionProviderConfig: path } = flags;
  const serialization = storedSerialization("application/json");
  if (path === undefined)
    return { mayDecrypt: false, at: () => createEncoding({ serialization }), close: () => undefined };
  const { openEncryption } = await import("../encryption/open-encryption.ts");
  const say = (_: string, message: string, fields: object = {}): void =>
    tell(`${message}: ${JSON.stringify(fields)}`);
  const { transformerOf, close } = await openEncryption(path, false, say);
  return {
    mayDecrypt: true,
    at: (place) =>
      createEncoding({
        serialization,
        transformerOf,
        ...(place.kind === "etcd" && { prefix: place.prefix }),
      }),
    close,
  };
}
