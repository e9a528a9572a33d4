import type { Duplex } from "node:stream";
import type { Document } from "../../api/object/document.ts";
import type { Json } from "../../json/value.ts";
import { closedStorage } from "../cache/watched-storage.ts";
import { type Entry, StorageError } from "../storage.ts";
import { FrameWriter, readFrames } from "./frames.ts";
import type { Message, Request } from "./messages.ts";

/** A request without its number. */
export type Asked = Request extends infer R ? (R extends Request ? Omit<R, "number"> : never) : never;

/** A request that waits for its answer. */
export interface Pending {
  /** The written document. Called once, before `written`. */
  document(revision: number): Document<Json>;
  written(entry: Entry): void;
  /** The newest revision: the answer to `revision`, or that of a conflict. */
  answered(revision: number): void;
  failed(error: StorageError): void;
}

/** A message that answers no request. */
export type Told = Exclude<Message, { tell: "revision" | "failed" }>;

/** Receiver of what the process with the store tells. */
export interface Receiver {
  tell(message: Told, body: Buffer): void;
  ended(error: StorageError): void;
}

/** The stream, with the requests that wait for answers. */
export class Link {
  receiver: Receiver;
  readonly #stream: Duplex;
  readonly #writer: FrameWriter<Request>;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #error: StorageError | undefined;

  constructor(stream: Duplex, receiver: Receiver) {
    this.receiver = receiver;
    this.#stream = stream;
    this.#writer = new FrameWriter(stream);
    stream.once("close", () => this.#ended());
    stream.on("error", () => {});
    readFrames<Message>(stream, (message, body) => this.#take(message, body));
  }

  send(request: Asked, pieces: readonly Uint8Array[], pending: Pending): void {
    if (this.#error !== undefined) {
      pending.failed(this.#error);
      return;
    }
    const number = ++this.#last;
    this.#pending.set(number, pending);
    this.#writer.send({ ...request, number } as Request, pieces);
  }

  /** The request of this number, which is answered by this. */
  answered(number: number | undefined): Pending | undefined {
    if (number === undefined) return undefined;
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    return pending;
  }

  close(): void {
    this.#error = closedStorage();
    this.#stream.end();
    this.#stream.destroy();
  }

  #take(message: Message, body: Buffer): void {
    if (message.tell === "revision") this.answered(message.number)?.answered(message.revision);
    else if (message.tell === "failed")
      this.answered(message.number)?.failed(new StorageError(message.code, message.message));
    else this.receiver.tell(message, body);
  }

  #ended(): void {
    this.#error ??= new StorageError("Failed", "the process that stores the objects has ended");
    for (const pending of this.#pending.values()) pending.failed(this.#error);
    this.#pending.clear();
    this.receiver.ended(this.#error);
  }
}
