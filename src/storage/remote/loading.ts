import { createPacker } from "../../json/pack-bytes.ts";
import type { AtRest } from "../cache/resting.ts";
import type { StorageError } from "../storage.ts";
import type { Receiver, Told } from "./link.ts";

const packKept = createPacker();
/** Returns the bytes in memory of their own. */
export const ownCopy = (body: Buffer): Uint8Array => packKept([body]);

/** Ends of `Loading`. */
interface Loaded {
  /** Called before the next message is read. */
  loaded(revision: number, entries: Iterable<AtRest>): void;
  ended(error: StorageError): void;
}

/** Entries and changes until all are here. */
export class Loading implements Receiver {
  readonly #entries = new Map<string, AtRest>();
  readonly #done: Loaded;

  constructor(done: Loaded) {
    this.#done = done;
  }

  tell(message: Told, body: Buffer): void {
    if (message.tell === "loaded") {
      this.#done.loaded(message.revision, this.#entries.values());
      return;
    }
    const { key, revision } = message;
    // An entry may be newer than a change that comes after it.
    if ((this.#entries.get(key)?.revision ?? 0) >= revision) return;
    if (message.tell === "change" && message.type === "deleted") this.#entries.delete(key);
    else this.#entries.set(key, { key, revision, bytes: ownCopy(body) });
  }

  ended(error: StorageError): void {
    this.#done.ended(error);
  }
}
