/**
 * Encrypts the values of a store in the form that kube-apiserver gives them
 * (apiserver/pkg/storage/value/transformer.go, Transformer). `key` is the whole key of the store: if the
 * algorithm authenticates, a value that was moved to another key cannot be decrypted. Errors have the texts
 * of the reference.
 */
export interface Transformer {
  encrypt(plain: Uint8Array, key: string): Buffer;
  decrypt(stored: Buffer, key: string): Buffer;
  /** Names with what a value was encrypted: the same text for the same provider and key. */
  formOf(stored: Buffer): string;
  /** Fetches what `decrypt` needs for this value; undefined: it has everything. Rejects when it cannot. */
  prepare?(stored: Buffer): Promise<void> | undefined;
}

/** A transformer, and the prefix of the values that it has written. */
export interface Prefixed {
  readonly prefix: string;
  readonly transformer: Transformer;
}

const ENCRYPTED = Buffer.from("k8s:enc:");

/** True if a stored value is encrypted: all encrypted values begin like this. */
export const isEncrypted = (stored: Uint8Array): boolean =>
  stored[0] === ENCRYPTED[0] && ENCRYPTED.every((byte, index) => stored[index] === byte);

/** Leaves values as they are, and refuses those that are encrypted. */
export const IDENTITY: Transformer = {
  encrypt: asBuffer,
  decrypt(stored) {
    if (isEncrypted(stored)) throw new Error("identity transformer tried to read encrypted data");
    return stored;
  },
  formOf: () => "",
};

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
