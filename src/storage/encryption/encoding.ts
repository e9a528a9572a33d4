import { messageOf } from "../../report/describe-error.ts";
import { KEY_PREFIX } from "../key-prefix.ts";
import { StorageError } from "../storage.ts";
import { asBuffer, type Transformer } from "./transformer.ts";

/** A value in another form. */
export interface Coded {
  readonly bytes: Buffer;
  /** Names the stored form: how it is serialized, with which provider and key it is encrypted. */
  readonly form: string;
}

/**
 * Encoding of objects in a store that holds other forms than plain JSON. Keys are those of `Storage`. Errors
 * are StorageErrors.
 */
export interface Encoding {
  /** JSON as it is stored. Absent: it is stored as it is. */
  readonly encode?: (key: string, json: Uint8Array) => Coded;
  /** Returns the JSON of a stored value. */
  decode(key: string, stored: Uint8Array): Coded;
  /** Fetches what `decode` needs for this value; undefined: it has everything. Never rejects: `decode` then throws. */
  prepare(key: string, stored: Uint8Array): Promise<void> | undefined;
}

/** Serialization of objects. */
export interface Serialization {
  /**
   * Returns undefined for an object without such a form, which is then stored as JSON. Absent: all objects
   * are stored as JSON.
   */
  readonly write?: (json: Uint8Array) => Uint8Array | undefined;
  /** Converts a value that does not begin like JSON to JSON. Throws for a value that it cannot read. */
  read(stored: Uint8Array): Uint8Array;
}

interface EncodingParts {
  readonly serialization: Serialization;
  /** Absent: values are not encrypted. */
  readonly transformerOf?: (key: string) => Transformer;
  /** Prefix of the keys in the store, in the place of `/registry/` in `Storage`. */
  readonly prefix?: string;
}

/** The form of what is stored without encryption, as JSON. */
export const PLAIN = "json";

const OPENING_BRACE = 0x7b;

/** An encoding of a serialization, with encryption around it. */
export function createEncoding(parts: EncodingParts): Encoding {
  const { serialization, transformerOf, prefix = KEY_PREFIX } = parts;
  const placeOf = (key: string): string => prefix + key.slice(KEY_PREFIX.length);
  const encode = (key: string, json: Uint8Array): Coded => {
    const serialized = serialization.write?.(json);
    const kind = serialized === undefined ? PLAIN : "other";
    const transformer = transformerOf?.(key);
    const plain = asBuffer(serialized ?? json);
    if (transformer === undefined) return { bytes: plain, form: kind };
    const bytes = orFailed("", () => transformer.encrypt(plain, placeOf(key)));
    return { bytes, form: transformer.formOf(bytes) + kind };
  };
  return {
    ...(transformerOf === undefined && serialization.write === undefined ? {} : { encode }),
    decode(key, stored) {
      const transformer = transformerOf?.(key);
      const bytes = asBuffer(stored);
      const place = placeOf(key);
      const plain = transformer === undefined ? bytes : orFailed("", () => transformer.decrypt(bytes, place));
      const form = transformer?.formOf(bytes) ?? "";
      if (plain[0] === OPENING_BRACE) return { bytes: plain, form: form + PLAIN };
      const json = orFailed(`the object under ${place} cannot be read: `, () => serialization.read(plain));
      return { bytes: asBuffer(json), form: `${form}other` };
    },
    prepare(key, stored) {
      try {
        return transformerOf?.(key)
          .prepare?.(asBuffer(stored))
          ?.catch(() => undefined);
      } catch {
        return undefined;
      }
    },
  };
}

function orFailed<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new StorageError("Failed", what + messageOf(cause), { cause });
  }
}
