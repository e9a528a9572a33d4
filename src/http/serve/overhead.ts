import type { Socket } from "node:net";

/** Useful traffic of a client on one connection so far. */
export interface Useful {
  readonly requests: number;
  /** Bytes of bodies that handlers have read. */
  readonly bodyBytes: number;
}

/**
 * Measures the overhead of a connection: received bytes without content. TLS adds 22 bytes to each record,
 * and has records without content, such as those that change the keys. Each record takes processor time, even
 * a short one. Node does not report records, but it counts bytes above and below TLS.
 */
export class Overhead {
  readonly #socket: Socket;
  readonly #secure: Socket;
  readonly #useful: () => Useful;
  #allBytes: number;
  #inside: number;
  #told: number;
  /** Overhead of the last seconds, in bytes; it falls with time. */
  #level = 0;
  #smallPieces = 0;

  /** `secure`: the TLS socket over `socket`, after its handshake. */
  constructor(socket: Socket, secure: Socket, useful: () => Useful) {
    this.#socket = socket;
    this.#secure = secure;
    this.#useful = useful;
    this.#allBytes = socket.bytesRead;
    this.#inside = secure.bytesRead;
    this.#told = Math.min(socket.bytesRead - secure.bytesRead, MOST_HANDSHAKE);
  }

  /** Counts a piece of `bytes`. Returns true if too many small pieces came since the last call of `look`. */
  isTooMuch(bytes: number): boolean {
    return bytes < SMALL && ++this.#smallPieces > MOST_SMALL_PIECES;
  }

  /**
   * Returns the bytes of overhead since the last call, without the overhead that every client has. Records
   * with content count less, because they take less time. 0: too little to matter. To be called every
   * `LOOK_EVERY_MS`.
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

  /**
   * True if there is more overhead than an incomplete record can explain, whose content Node counts only when
   * it is complete.
   */
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

/** Interval between two checks of a connection, in milliseconds. */
export const LOOK_EVERY_MS = 250;
/**
 * Maximum overhead of a handshake that is not counted, in bytes: a hello, and a few certificates. Longer
 * handshakes are rare.
 */
const MOST_HANDSHAKE = 4096;
/** Bytes that TLS adds to a record. */
const LEAST_OF_A_RECORD = 22;
/**
 * Part of the overhead of records with content that is not counted. A record that changes the keys takes 50
 * to 100 us, a record of one byte 20 us.
 */
const LESS_WITH_CONTENT = 0.75;
/** Overhead below which a check reports nothing, in bytes: about ten records. */
const WORTH_A_WORD = 256;
/** Limit of the overhead at one time, in bytes: twice a record of 16 KiB. */
const MOST_AT_ONCE = 32 << 10;
/** Overhead per check that has no effect, in bytes: 10 KiB per second, 450 records. */
const MOST_A_LOOK = (10 << 10) / (1000 / LOOK_EVERY_MS);
/** Received content, in bytes, that explains one byte of overhead: most records are far longer than 350 bytes. */
const BYTES_OF_A_RECORD = 16;
/**
 * Sent content, in bytes, that explains one byte of overhead: HTTP/2 clients acknowledge the bytes that they
 * have read, after 4 KiB at the earliest.
 */
const BYTES_TO_CONFIRM = 64;
/** Bytes of overhead that one byte of a body explains: some clients send a record for each word of a body. */
const OF_A_BODY = 2;
/** Bytes of overhead that one request explains: some records. */
const OF_A_REQUEST = 200;
/**
 * Size in bytes below which a piece of HTTP/1.1 is small; and the maximum number of small pieces between two
 * checks.
 */
const SMALL = 64;
const MOST_SMALL_PIECES = 3000;
