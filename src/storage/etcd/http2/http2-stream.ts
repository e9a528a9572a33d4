import { encodeFrame, FLAG, HEAD_BYTES, REASON, TYPE, uint32, writeFrameHead } from "./frames.ts";
import type { Headers } from "./headers.ts";

/** Receives the headers and the bytes of one stream. */
export interface StreamListener {
  /** Called at the beginning, and at the end of most streams. */
  headers(headers: Headers): void;
  data(piece: Buffer): void;
  /** Once, the last call: `REASON.none`: the other side came to the end; `refused`: it never began. */
  closed(reason: number): void;
}

/** Part of a connection that a stream uses. */
export interface Outlet {
  /** Bytes of data that may still be sent. */
  window: number;
  write(bytes: Buffer): void;
  /** Called when the stream has ended. */
  close(id: number, reason: number): void;
}

/** One stream of a connection. */
export class Http2Stream {
  readonly id: number;
  readonly listener: StreamListener;
  /** Bytes of data that may still be sent. */
  window: number;
  /** Bytes that were received and not yet acknowledged. */
  consumed = 0;
  over = false;
  /** Everything was sent, and its end. */
  finished = false;
  readonly #client: Outlet;
  readonly #frame: number;
  #left: Buffer[] = [];
  #last = false;

  constructor(client: Outlet, id: number, window: number, frame: number, listener: StreamListener) {
    this.#client = client;
    this.id = id;
    this.window = window;
    this.#frame = frame;
    this.listener = listener;
  }

  /** Sends the bytes as soon as flow control permits it; `last`: these are the last bytes. */
  send(bytes: Buffer, last: boolean): void {
    this.#left.push(bytes);
    this.#last = last;
    this.pump();
  }

  /** Ends the stream from this side; the listener gets no further call except `closed`. */
  cancel(): void {
    if (this.over) return;
    this.#client.write(encodeFrame(TYPE.reset, 0, this.id, uint32(REASON.cancel)));
    this.#client.close(this.id, REASON.cancel);
  }

  /** Sends what may be sent now. */
  pump(): void {
    for (let first = this.#left[0]; first !== undefined && !this.over; first = this.#left[0]) {
      const length = Math.max(0, Math.min(first.length, this.#frame, this.window, this.#client.window));
      if (length === 0 && first.length > 0) return;
      this.window -= length;
      this.#client.window -= length;
      if (length === first.length) this.#left.shift();
      else this.#left[0] = first.subarray(length);
      this.finished = this.#last && this.#left.length === 0;
      const head = Buffer.allocUnsafe(HEAD_BYTES);
      const flags = this.finished ? FLAG.endStream : 0;
      writeFrameHead(head, 0, { type: TYPE.data, flags, stream: this.id, length });
      this.#client.write(head);
      this.#client.write(first.subarray(0, length));
    }
  }
}
