import type { Duplex } from "node:stream";
import { PassingMap } from "../../../async/passing-map.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { contentOf, encodeFrame, FLAG, type Frame, FrameCutter, REASON, TYPE, uint32 } from "./frames.ts";
import { decodeHeaders } from "./headers.ts";
import { Http2Stream, type Outlet, type StreamListener } from "./http2-stream.ts";
import { NO_SETTINGS, readSettings, type Settings, settingsFrame } from "./settings.ts";

interface ClientListener {
  /** Called when the other side has sent its settings. */
  greeted(): void;
  /** Once. Every stream has been closed before. */
  closed(why: string): void;
}

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
/** Size of the receive window, and the number of received bytes after which it is renewed. */
const WINDOW = 2 ** 24;
const CREDIT = 2 ** 20;
const DEFAULT_WINDOW = 65_535;
const LAST_STREAM = 2 ** 31 - 1;

/**
 * The client's side of one HTTP/2 connection (RFC 9113), as far as gRPC needs it: no push, no priorities, no table of headers.
 * A call costs a fifth of what one over `node:http2` does, which makes three objects of streams for it.
 */
export class Http2Client implements Outlet {
  readonly #socket: Duplex;
  readonly #listener: ClientListener;
  readonly #cutter = new FrameCutter();
  readonly #streams = new PassingMap<number, Http2Stream>();
  readonly #waiting: (() => void)[] = [];
  readonly #pings: (() => void)[] = [];
  #settings: Settings = NO_SETTINGS;
  #greeted = false;
  #next = 1;
  #leaving = false;
  #closed = false;
  #why = "the connection was closed";
  #corked = false;
  #consumed = 0;
  /** Bytes of replies since the last moment at which the system had taken all that was written. */
  #unread = 0;
  /** Bytes of data that may still be sent. */
  window = DEFAULT_WINDOW;
  #block: { stream: number; flags: number; pieces: Buffer[] } | undefined;

  constructor(socket: Duplex, listener: ClientListener) {
    this.#socket = socket;
    this.#listener = listener;
    socket
      .on("data", (piece: Buffer) => this.#read(piece))
      .on("error", ({ message }) => this.destroy(message))
      .on("close", () => this.destroy(this.#why));
    this.write(PREFACE);
    this.write(settingsFrame(WINDOW));
    this.write(encodeFrame(TYPE.window, 0, 0, uint32(WINDOW)));
  }

  /** Takes new streams. */
  get usable(): boolean {
    return !this.#closed && !this.#leaving && this.#next < LAST_STREAM;
  }

  /** The other side wants no more streams than there are. */
  get full(): boolean {
    return this.#streams.size >= this.#settings.streams;
  }

  /** Resolves when another stream can be opened, or when the connection has ended. */
  room(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Opens a stream, if the connection is usable. `headers`: result of `encodeHeaders`. */
  request(headers: Buffer, listener: StreamListener): Http2Stream {
    const id = this.#next;
    this.#next += 2;
    const stream = new Http2Stream(this, id, this.#settings.window, this.#settings.frame, listener);
    this.#streams.set(id, stream);
    this.write(encodeFrame(TYPE.headers, FLAG.endHeaders, id, headers));
    return stream;
  }

  ping(pong: () => void): void {
    this.#pings.push(pong);
    this.write(encodeFrame(TYPE.ping, 0, 0, uint32(0, 0)));
  }

  /** Every stream ends. */
  destroy(why: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#why = why;
    this.#socket.destroy();
    for (const stream of this.#streams.values()) this.close(stream.id, REASON.cancel);
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#listener.closed(why);
  }

  /** Bytes written in one turn of the event loop are sent together. */
  write(bytes: Buffer): void {
    if (this.#closed) return;
    if (!this.#corked) {
      this.#corked = true;
      this.#socket.cork();
      setImmediate(() => {
        this.#corked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(bytes);
  }

  /** Throws if the other side requests more replies than it reads. */
  #reply(frame: Buffer): void {
    this.#unread = this.#socket.writableLength === 0 ? 0 : this.#unread + frame.length;
    if (this.#unread > MOST_UNREAD) throw new Error("the other side asks, and does not read the replies");
    this.write(frame);
  }

  /** Called by streams at their end. */
  close(id: number, reason: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    this.#streams.delete(id);
    stream.over = true;
    stream.listener.closed(reason);
    this.#waiting.shift()?.();
    if (this.#leaving && this.#streams.size === 0) this.destroy(this.#why);
  }

  #read(piece: Buffer): void {
    try {
      for (const frame of this.#cutter.push(piece)) {
        if (this.#closed) return;
        this.#take(frame);
      }
    } catch (error) {
      this.destroy(messageOf(error));
    }
  }

  #take(frame: Frame): void {
    const { type, flags, stream, payload } = frame;
    if (this.#block !== undefined && type !== TYPE.continuation)
      throw new Error("headers that were not finished");
    if (type === TYPE.data) this.#data(frame);
    else if (type === TYPE.headers) this.#headers(stream, flags, contentOf(frame));
    else if (type === TYPE.continuation) this.#continued(flags, payload);
    else if (type === TYPE.window) this.#credit(stream, payload.readUInt32BE(0));
    else if (type === TYPE.settings && (flags & FLAG.ack) === 0) this.#set(payload);
    else if (type === TYPE.ping) this.#pinged(flags, payload);
    else if (type === TYPE.reset) this.close(stream, payload.readUInt32BE(0) || REASON.cancel);
    else if (type === TYPE.goaway) this.#leave(payload.readUInt32BE(0), payload.readUInt32BE(4));
    else if (type === TYPE.push) throw new Error("a pushed stream, which this client did not request");
  }

  #data(frame: Frame): void {
    const { stream: id, flags, payload } = frame;
    this.#consumed += payload.length;
    if (this.#consumed >= CREDIT) {
      this.write(encodeFrame(TYPE.window, 0, 0, uint32(this.#consumed)));
      this.#consumed = 0;
    }
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.consumed += payload.length;
    if (stream.consumed >= CREDIT) {
      this.write(encodeFrame(TYPE.window, 0, id, uint32(stream.consumed)));
      stream.consumed = 0;
    }
    stream.listener.data(contentOf(frame));
    if ((flags & FLAG.endStream) !== 0) this.#ended(stream);
  }

  #headers(stream: number, flags: number, content: Buffer): void {
    if ((flags & FLAG.endHeaders) === 0) this.#block = { stream, flags, pieces: [content] };
    else this.#tell(stream, flags, content);
  }

  #continued(flags: number, payload: Buffer): void {
    const block = this.#block;
    if (block === undefined) throw new Error("a continuation without a headers frame before it");
    block.pieces.push(payload);
    if (block.pieces.length > MOST_PIECES) throw new Error("headers without an end");
    if ((flags & FLAG.endHeaders) === 0) return;
    this.#block = undefined;
    this.#tell(block.stream, block.flags, Buffer.concat(block.pieces));
  }

  #tell(id: number, flags: number, block: Buffer): void {
    const headers = decodeHeaders(block);
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.listener.headers(headers);
    if ((flags & FLAG.endStream) !== 0) this.#ended(stream);
  }

  /** Closes a stream that the server has ended, and resets it if this side was still sending. */
  #ended(stream: Http2Stream): void {
    if (!stream.finished) this.write(encodeFrame(TYPE.reset, 0, stream.id, uint32(REASON.cancel)));
    this.close(stream.id, REASON.none);
  }

  #credit(id: number, bytes: number): void {
    const stream = this.#streams.get(id);
    if (id === 0) this.window += bytes;
    else if (stream !== undefined) stream.window += bytes;
    this.#pump();
  }

  #set(payload: Buffer): void {
    const before = this.#settings.window;
    this.#settings = readSettings(payload, this.#settings);
    for (const stream of this.#streams.values()) stream.window += this.#settings.window - before;
    this.#reply(encodeFrame(TYPE.settings, FLAG.ack, 0, Buffer.alloc(0)));
    if (!this.#greeted) {
      this.#greeted = true;
      this.#listener.greeted();
    }
    this.#pump();
  }

  #pump(): void {
    for (const stream of this.#streams.values()) stream.pump();
  }

  #pinged(flags: number, payload: Buffer): void {
    if ((flags & FLAG.ack) === 0) this.#reply(encodeFrame(TYPE.ping, FLAG.ack, 0, payload));
    else this.#pings.shift()?.();
  }

  /** Streams after `last` were never processed by the server. */
  #leave(last: number, reason: number): void {
    this.#leaving = true;
    if (reason !== REASON.none) this.#why = `the other side left for reason ${reason}`;
    for (const { id } of this.#streams.values())
      if (id > (last & LAST_STREAM)) this.close(id, REASON.refused);
    if (this.#streams.size === 0) this.destroy(this.#why);
  }
}

const MOST_PIECES = 16;
const MOST_UNREAD = 2 ** 20;
