import type { Socket } from "node:net";

/** What a client has said on a connection so far that asks for something. */
export interface Useful {
  /** Requests. */
  readonly requests: number;
  /** Bytes of bodies that somebody has read. */
  readonly bodyBytes: number;
}

/**
 * What a connection brings besides bytes that mean something: TLS adds 22 bytes to each record, and has records that bring
 * nothing, such as those that change the keys. Each record takes the server time, however little is in it. Node tells nobody
 * of records, but counts bytes on both sides of TLS.
 */
export class Overhead {
  readonly #socket: Socket;
  readonly #secure: Socket;
  readonly #useful: () => Useful;
  #allBytes: number;
  #inside: number;
  #told: number;
  /** What has come of late. */
  #level = 0;
  #smallPieces = 0;

  /** `secure`: the socket of TLS over `socket`, after its handshake. */
  constructor(socket: Socket, secure: Socket, useful: () => Useful) {
    this.#socket = socket;
    this.#secure = secure;
    this.#useful = useful;
    this.#allBytes = socket.bytesRead;
    this.#inside = secure.bytesRead;
    this.#told = Math.min(socket.bytesRead - secure.bytesRead, MOST_HANDSHAKE);
  }

  /** A piece of so many bytes came. True: too many small ones came at once. */
  isTooMuch(bytes: number): boolean {
    return bytes < SMALL && ++this.#smallPieces > MOST_SMALL_PIECES;
  }

  /**
   * Bytes of records without content since this was asked last, less what every client brings; others count less, as
   * they take less. To be asked every `LOOK_EVERY_MS`. 0: not worth a word.
   */
  look(): number {
    this.#smallPieces = 0;
    this.#level = Math.max(0, this.#level - MOST_A_LOOK);
    const { bytesRead } = this.#socket;
    if (bytesRead === this.#allBytes) return 0;
    this.#allBytes = bytesRead;
    const overhead = this.#useless();
    const news = overhead - this.#told;
    this.#told = overhead;
    this.#level = Math.max(0, this.#level + news);
    const inside = this.#secure.bytesRead - this.#inside;
    this.#inside += inside;
    return news < WORTH_A_WORD ? 0 : news - Math.min(news, inside * LEAST_OF_A_RECORD) * LESS_WITH_CONTENT;
  }

  /** More came than the rest of a record, which nobody has seen until it is complete. */
  get isFlood(): boolean {
    return this.#level > MOST_AT_ONCE;
  }

  #useless(): number {
    const { requests, bodyBytes } = this.#useful();
    const { bytesRead, bytesWritten } = this.#secure;
    const usual =
      bytesRead / BYTES_OF_A_RECORD +
      bytesWritten / BYTES_TO_CONFIRM +
      bodyBytes * OF_A_BODY +
      requests * OF_A_REQUEST;
    return this.#allBytes - bytesRead - usual;
  }
}

/** How often connections are looked at, in milliseconds. */
export const LOOK_EVERY_MS = 250;
/** More bytes of a handshake are seldom: a hello, and a few certificates. */
const MOST_HANDSHAKE = 4096;
/** What TLS adds to a record. */
const LEAST_OF_A_RECORD = 22;
/** A record that changes the keys takes 50 to 100 us, one of one byte 20. */
const LESS_WITH_CONTENT = 0.75;
/** Ten records. */
const WORTH_A_WORD = 256;
/** A record of 16 KiB, twice. */
const MOST_AT_ONCE = 32 << 10;
/** 10 KiB a second, 450 records. */
const MOST_A_LOOK = (10 << 10) / (1000 / LOOK_EVERY_MS);
/** A byte for so many that were sent: most records are far longer than 350. */
const BYTES_OF_A_RECORD = 16;
/** And for so many of answers: clients of HTTP/2 say how far they have read, after 4 KiB at the earliest. */
const BYTES_TO_CONFIRM = 64;
/** Some clients send a record for each word of a body. */
const OF_A_BODY = 2;
/** And some records for each request. */
const OF_A_REQUEST = 200;
/** Pieces of HTTP/1.1 that have less bytes; so many until the next look. */
const SMALL = 64;
const MOST_SMALL_PIECES = 3000;
