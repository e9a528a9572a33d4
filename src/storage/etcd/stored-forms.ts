import type { Document } from "../../api/object/document.ts";
import type { Json } from "../../json/value.ts";
import type { AtRest } from "../cache/resting.ts";
import { readArrived, readStored } from "../copy/stored-form.ts";
import { type Coded, type Encoding, PLAIN } from "../encryption/encoding.ts";
import { type Entry, StorageError } from "../storage.ts";
import type { Loaded } from "./feed.ts";
import { Unreadable } from "./unreadable.ts";

/** A key that was read when the storage was opened. */
export interface Found extends AtRest {
  readonly bytes: Uint8Array;
  readonly form: string;
  /** It could not be decoded: the bytes are what is stored. */
  readonly error: StorageError | undefined;
}

/** Returns a key that is not an object, as it is stored. */
export const foundPlain = (loaded: Loaded): Found => ({ ...loaded, form: PLAIN, error: undefined });

/** Forms of the stored values, and the values that cannot be decoded. */
export class StoredForms {
  readonly #encoding: Encoding | undefined;
  readonly #unreadable = new Unreadable();
  /** Forms of the values that are not stored as plain JSON. */
  readonly #forms = new Map<string, string>();

  /** `encoding`: undefined: all is plain JSON. */
  constructor(encoding: Encoding | undefined) {
    this.#encoding = encoding;
  }

  /**
   * Decodes a stored value to JSON. Each value is processed and freed at once: the values of all pages
   * together would take several times the memory.
   */
  find(loaded: Loaded): Found {
    try {
      const { document, form } = this.#decoded(loaded);
      return { ...loaded, bytes: document.bytes, form, error: undefined };
    } catch (error) {
      // Without an encoding there is no other form: the store is not one of ours.
      if (this.#encoding === undefined || !(error instanceof StorageError)) throw error;
      return { ...loaded, bytes: Buffer.from(loaded.bytes), form: PLAIN, error };
    }
  }

  /** `load` is called when what could not be decoded can be at last. */
  noteFound({ key, revision, bytes, form, error }: Found, load: (one: AtRest) => void): void {
    if (error === undefined) {
      this.note(key, form);
      return;
    }
    const again = (): boolean => {
      try {
        const read = this.#decoded({ key, revision, bytes });
        this.note(key, read.form);
        load({ key, revision, bytes: read.document.bytes });
        return true;
      } catch {
        return false;
      }
    };
    this.#unreadable.add(key, { error, again });
  }

  /** There is another value, or none: what was wrong with the last one does not count. */
  forgetProblem(key: string): void {
    this.#unreadable.forget(key);
  }

  note(key: string, form: string): void {
    if (form !== PLAIN) this.#forms.set(key, form);
    else if (this.#forms.size > 0) this.#forms.delete(key);
  }

  noteDeleted(key: string): void {
    this.note(key, PLAIN);
  }

  /** A new value, which is noted. Undefined: it cannot be decoded; reads are refused until it is written again. */
  read(loaded: Loaded): Document<Json> | undefined {
    try {
      const { document, form } = this.#decoded(loaded, readArrived);
      this.note(loaded.key, form);
      return document;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#unreadable.add(loaded.key, { error, again: () => false });
      return undefined;
    }
  }

  /** Returns undefined if JSON is stored unchanged. */
  encoderOf(key: string): ((json: Uint8Array) => Coded) | undefined {
    const encode = this.#encoding?.encode;
    return encode && ((json) => encode(key, json));
  }

  /** True if a write would store the entry in another form now. */
  isOutdated({ key, document }: Entry): boolean {
    const form = this.#forms.get(key) ?? PLAIN;
    return form !== (this.encoderOf(key)?.(document.bytes).form ?? PLAIN);
  }

  /** Throws the problem of this key. */
  assertKey(key: string): void {
    this.#unreadable.assertKey(key);
  }

  isReadable(key: string): boolean {
    return this.#unreadable.problemOf(key) === undefined;
  }

  /** Throws the problem of one of the keys below a prefix. */
  assertBelow(prefix: string): void {
    this.#unreadable.assertBelow(prefix);
  }

  /** Throws `Failed`. */
  #decoded({ key, revision, bytes }: Loaded, read = readStored): { document: Document<Json>; form: string } {
    const { bytes: json, form } = this.#encoding?.decode(key, bytes) ?? { bytes, form: PLAIN };
    return { document: read(key, json, revision), form };
  }
}
