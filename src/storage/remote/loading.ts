import { createPacker } from "../../json/pack-bytes.ts";
import type { AtRest } from "../cache/resting.ts";
import type { StorageError } from "../storage.ts";
import type { Receiver, Told } from "./link.ts";

const packKept = createPacker();
/** Returns the bytes in memory of their own. */
export const ownCopy = (body: Buffer): Uint8Array => packKept([body]);

/** Entries and changes until all are here. */
export class Loading implements Receiver {
  readonly #entries = new Map<string, AtRest>();
  readonly done: Promise<number>;
  #settle: { resolve(revision: number): void; reject(error: StorageError): void } | undefined;

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  get entries(): Iterable<AtRest> {
    return this.#entries.values();
  }

  tell(message: Told, body: Buffer): void {
    if (message.tell === "loaded") {
      this.#settle?.resolve(message.revision);
      return;
    }
    const { key, revision } = message;
    // An entry may be newer than a change that comes after it.
    if ((this.#entries.get(key)?.revision ?? 0) >= revision) return;
    if (message.tell === "change" && message.type === "deleted") this.#entries.delete(key);
    else this.#entries.set(key, { key, revision, bytes: ownCopy(body) });
  }

  ended(error: StorageError): void {
    this.#settle?.reject(error);
  }
}
