import type { Duplex } from "node:stream";
import { Document } from "../../api/object/document.ts";
import { KeysInTurn } from "../cache/keys-in-turn.ts";
import { assertSpace, type HistoryOptions, type SpaceOptions } from "../cache/options.ts";
import type { AtRest } from "../cache/resting.ts";
import { Shared } from "../cache/shared.ts";
import { Waiting } from "../cache/waiting.ts";
import { closedStorage, WatchedStorage } from "../cache/watched-storage.ts";
import { toStore } from "../copy/stored-form.ts";
import {
  type CreateOptions,
  type Entry,
  type ListOptions,
  type ListResult,
  type Seal,
  type Storage,
  StorageError,
  type WriteResult,
} from "../storage.ts";
import { type Asked, Link, type Pending, type Receiver, type Told } from "./link.ts";
import { Loading, ownCopy } from "./loading.ts";

/** Options of `openRemoteStorage`. */
export interface RemoteStorageOptions extends HistoryOptions, SpaceOptions {
  /** Called when the stream ends before `close`: every later call fails. */
  readonly ended?: (error: StorageError) => void;
}

/** Time for the arrival of a change that was announced, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Opens the storage that another process serves at the other end of the stream (`serveStorage`). This process has the bytes of all
 * documents in memory, updated by the changes of all processes. A write is answered when its change has come back; a read asks
 * for the newest revision first, so every reader sees all earlier writes. Rejects with `Failed` if the stream ends before.
 */
export function openRemoteStorage(stream: Duplex, options: RemoteStorageOptions = {}): Promise<Storage> {
  return new Promise((resolve, reject) => {
    const loading = new Loading({
      // The storage takes over at once: the next change may have arrived with this message.
      loaded: (revision, entries) => resolve(new RemoteStorage(link, revision, entries, options)),
      ended: reject,
    });
    const link = new Link(stream, loading);
  });
}

class RemoteStorage extends WatchedStorage implements Storage, Receiver {
  readonly #link: Link;
  readonly #waiting: Waiting;
  readonly #options: RemoteStorageOptions;
  readonly #inTurn = new KeysInTurn();
  readonly #newest = new Shared(() => this.#askNewest());

  constructor(link: Link, revision: number, entries: Iterable<AtRest>, options: RemoteStorageOptions) {
    super(options, revision, entries);
    this.#link = link;
    this.#waiting = new Waiting(revision);
    this.#options = options;
    link.receiver = this;
  }

  async get(key: string, revision?: number): Promise<Entry | undefined> {
    this.assertOpen();
    if (revision === undefined || revision > this.state.revision) await this.catchUp();
    return revision === undefined ? this.state.newest(key) : this.state.get(key, revision);
  }

  async list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    this.assertOpen();
    if (options.revision === undefined || options.revision > this.state.revision) await this.catchUp();
    return this.state.list(prefix, options);
  }

  async catchUp(): Promise<void> {
    this.assertOpen();
    await this.#waitFor(await this.#newest.get());
  }

  create(key: string, seal: Seal, { while: held }: CreateOptions = {}): Promise<WriteResult> {
    return this.#inTurn.run(key, async () => {
      if (this.state.newest(key) !== undefined) await this.catchUp();
      const current = this.state.newest(key);
      if (current !== undefined) return { kind: "conflict", current };
      assertSpace(this.#options);
      return this.#put({ ask: "create", key, ...(held && { while: held }) }, seal);
    });
  }

  update(key: string, expected: number, seal: Seal): Promise<WriteResult> {
    return this.#changing(key, expected, () => {
      assertSpace(this.#options);
      return this.#put({ ask: "update", key, expected }, seal);
    });
  }

  delete(key: string, expected: number, last?: Seal): Promise<WriteResult> {
    return this.#changing(key, expected, () =>
      last === undefined
        ? this.#send(
            { ask: "delete", key, expected, isUnsealed: true },
            [],
            () => this.state.newest(key)!.document,
          )
        : this.#put({ ask: "delete", key, expected }, last),
    );
  }

  protected async release(): Promise<void> {
    await this.#inTurn.close();
    this.#link.close();
    this.#waiting.close(closedStorage());
    this.closeWatchers();
  }

  tell(message: Told, body: Buffer): void {
    if (message.tell !== "change") return;
    const { type, key, revision } = message;
    const own = this.#link.answered(message.own);
    const previous = this.state.newest(key);
    const document = own === undefined ? Document.fromBytes(ownCopy(body)) : own.document(revision);
    // Written at once, so that the value can be forgotten: a document of bytes alone needs a third of the memory.
    void document.bytes;
    const entry = { key, revision, document };
    this.publish({ type, key, revision, entry, previous });
    this.#waiting.reached(revision);
    own?.written(entry);
  }

  ended(error: StorageError): void {
    if (this.isClosed) return;
    this.#waiting.close(error);
    this.closeWatchers();
    this.#options.ended?.(error);
  }

  /** A newer entry stays newer than the expected one, so the newest revision is asked for only if what is here is older. */
  #changing(key: string, expected: number, write: () => Promise<WriteResult>): Promise<WriteResult> {
    return this.#inTurn.run(key, async () => {
      const known = this.state.newest(key);
      if (known === undefined || known.revision < expected) await this.catchUp();
      const current = this.state.newest(key);
      return current?.revision === expected ? write() : { kind: "conflict", current };
    });
  }

  #put(request: Exclude<Asked, { ask: "revision" }>, seal: Seal): Promise<WriteResult> {
    const sealed = toStore(seal(0));
    const { around, pieces } = sealed;
    return this.#send({ ...request, before: around?.[0].length }, around ?? pieces, sealed.document);
  }

  #send(
    request: Exclude<Asked, { ask: "revision" }>,
    pieces: readonly Uint8Array[],
    document: Pending["document"],
  ): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      const conflict = async (revision: number): Promise<WriteResult> => {
        await this.#waitFor(revision);
        return { kind: "conflict", current: this.state.newest(request.key) };
      };
      this.#link.send(request, pieces, {
        document,
        written: (entry) => resolve({ kind: "written", entry }),
        answered: (revision) => resolve(conflict(revision)),
        failed: reject,
      });
    });
  }

  #askNewest(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#link.send({ ask: "revision" }, [], {
        document: notWritten,
        written: notWritten,
        answered: resolve,
        failed: reject,
      });
    });
  }

  async #waitFor(revision: number): Promise<void> {
    if (revision <= this.state.revision || (await this.#waiting.until(revision, PATIENCE_MS))) return;
    throw new StorageError(
      "Failed",
      `revision ${revision} of the store has not arrived in ${PATIENCE_MS / 1000} s`,
    );
  }
}

/** A question is answered by no change. */
function notWritten(): never {
  throw new StorageError("Failed", "an answer to a question was a change");
}
