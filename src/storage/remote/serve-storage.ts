import { once } from "node:events";
import type { Duplex } from "node:stream";
import { Document } from "../../api/object/document.ts";
import { PassingMap } from "../../async/passing-map.ts";
import { decodeJson } from "../../json/parse/decode.ts";
import { messageOf } from "../../report/describe-error.ts";
import { aroundOf, withRevision } from "../copy/stored-form.ts";
import {
  type Change,
  type Seal,
  type Storage,
  StorageError,
  type Watch,
  type WriteResult,
} from "../storage.ts";
import { FrameWriter, readFrames } from "./frames.ts";
import type { Message, Request } from "./messages.ts";

/** Entries that are sent at a time while a server starts. They may be large, and are the newest of one moment. */
const PAGE = 50;
const MOST_WAITING = 256 * 2 ** 20;

/**
 * Serves a storage to another process at the other end of the stream (`openRemoteStorage`): all entries first, then all changes. Compares
 * and stores what this process writes. Ends with the stream, which is destroyed if the storage is closed, or if more than `mostWaiting`
 * bytes wait for a process that does not read; default: 256 MiB.
 */
export function serveStorage(storage: Storage, stream: Duplex, mostWaiting = MOST_WAITING): void {
  void new Served(storage, stream, mostWaiting).begin();
}

interface OwnWrite {
  readonly number: number;
  /** Its revision, when it is stored. */
  revision: number | undefined;
}

type WriteOf = Exclude<Request, { ask: "revision" }>;

class Served {
  readonly #storage: Storage;
  readonly #stream: Duplex;
  readonly #mostWaiting: number;
  readonly #writer: FrameWriter<Message>;
  /** Writes of the other process by their keys: it sends one at a time for each key. */
  readonly #own = new PassingMap<string, OwnWrite>();
  #watch: Watch | undefined;
  #isLoaded = false;

  constructor(storage: Storage, stream: Duplex, mostWaiting: number) {
    this.#storage = storage;
    this.#stream = stream;
    this.#mostWaiting = mostWaiting;
    this.#writer = new FrameWriter(stream);
    stream.once("close", () => this.#watch?.close());
    // The close event follows.
    stream.on("error", () => {});
    readFrames<Request>(stream, (request, body) => this.#take(request, body));
  }

  /** Changes are sent from now on, also between the first entries: these are the newest of their moment. */
  async begin(): Promise<void> {
    const closed = once(this.#stream, "close");
    closed.catch(() => {});
    try {
      this.#watch = this.#storage.watch("", this.#storage.revision, {
        change: (change) => this.#tell(change),
        progress: (revision) => this.#loaded(revision),
        closed: () => void this.#stream.destroy(),
      });
      for (let after = ""; !this.#stream.destroyed; ) {
        const { entries, remaining } = this.#storage.listCached("", {
          after,
          limit: PAGE,
          unreadable: () => {},
        });
        for (const { key, revision, document } of entries)
          this.#writer.send({ tell: "entry", key, revision }, [document.bytes]);
        if (remaining === 0) break;
        after = entries.at(-1)?.key ?? after;
        // Also lets other work of the process run.
        if (this.#stream.writableNeedDrain) await Promise.race([once(this.#stream, "drain"), closed]);
      }
      this.#watch.requestProgress();
    } catch {
      this.#stream.destroy();
    }
  }

  #loaded(revision: number): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    this.#writer.send({ tell: "loaded", revision });
  }

  #tell({ type, key, revision, entry }: Change): void {
    const own = this.#own.get(key);
    const isOwn = own?.revision === revision;
    if (isOwn) this.#own.delete(key);
    const number = isOwn ? own.number : undefined;
    this.#writer.send(
      { tell: "change", type, key, revision, own: number },
      isOwn ? [] : [entry.document.bytes],
    );
    if (this.#stream.writableLength > this.#mostWaiting) this.#stream.destroy();
  }

  #take(request: Request, body: Buffer): void {
    const { number } = request;
    if (request.ask === "revision") {
      this.#writer.send({ tell: "revision", number, revision: this.#storage.revision });
      return;
    }
    const own: OwnWrite = { number, revision: undefined };
    this.#own.set(request.key, own);
    this.#write(request, body).then(
      (result) => {
        // The change is sent later in this turn of the event loop, and is the answer.
        if (result.kind === "written") own.revision = result.entry.revision;
        else this.#answer(request, { tell: "revision", number, revision: this.#storage.revision });
      },
      (error: unknown) => {
        const code = error instanceof StorageError ? error.code : "Failed";
        this.#answer(request, { tell: "failed", number, code, message: messageOf(error) });
      },
    );
  }

  #answer({ key }: WriteOf, message: Message): void {
    this.#own.delete(key);
    this.#writer.send(message);
  }

  #write(request: WriteOf, body: Buffer): Promise<WriteResult> {
    const { key } = request;
    const seal = sealOf(request, body);
    switch (request.ask) {
      case "create":
        return this.#storage.create(key, seal, request.while === undefined ? {} : { while: request.while });
      case "update":
        return this.#storage.update(key, request.expected, seal);
      case "delete":
        return this.#storage.delete(key, request.expected, request.isUnsealed ? undefined : seal);
    }
  }
}

/** The body is read when the revision is known, after the frame of the request. */
function sealOf({ before }: WriteOf, body: Buffer): Seal {
  const text = Buffer.from(body);
  return (revision) =>
    before === undefined
      ? withRevision(decodeJson(text), revision)
      : Document.fromBytes(aroundOf(text.subarray(0, before), revision, text.subarray(before)));
}
