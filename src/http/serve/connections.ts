import type { Socket } from "node:net";
import { LOOK_EVERY_MS, Overhead } from "./overhead.ts";
import { readLater } from "./reading.ts";

/**
 * Returns a promise of the time when a connection that brought `bytes` of overhead can be read again;
 * undefined: at once.
 */
export type OverheadTurn = (bytes: number) => Promise<void> | undefined;

/** One connection, and the number of its requests in progress. */
export class Connection {
  readonly socket: Socket;
  /** Remote address and port. */
  readonly place: string;
  /**
   * True if its protocol can announce the end of the connection (HTTP/2): then it is not closed just because
   * it is idle.
   */
  endsItself = false;
  readonly #connections: Connections;
  #requests = 0;
  /** Requests so far, bytes of their bodies that handlers read, and the time when the connection was opened. */
  #begun = 0;
  #readBytes = 0;
  readonly #since = performance.now();
  /**
   * Bytes received by the last call of `unwantedBytes`, and bytes of bodies that handlers have read since
   * then.
   */
  #toldBytes = 0;
  #wantedBytes = 0;
  #overhead: Overhead | undefined;
  #isPaused = false;

  constructor(socket: Socket, connections: Connections) {
    this.socket = socket;
    this.place = placeOf(socket);
    this.#connections = connections;
  }

  /** Counts bytes of bodies that a handler has read. */
  wanted(bytes: number): void {
    this.#wantedBytes += bytes;
    this.#readBytes += bytes;
  }

  /** Returns the bytes that were received since the last call, without those of bodies that a handler has read. */
  unwantedBytes(): number {
    const { bytesRead } = this.socket;
    const unwanted = bytesRead - this.#toldBytes - this.#wantedBytes;
    this.#toldBytes = bytesRead;
    this.#wantedBytes = 0;
    return Math.max(0, unwanted);
  }

  /**
   * True if the client sends far more than the heads of its requests, bodies that handlers read, and the data
   * that the windows of HTTP/2 allow.
   */
  isFlooded(): boolean {
    const { bytesRead } = this.socket;
    if (bytesRead < MOST_USELESS) return false;
    const useful = this.#readBytes + this.#begun * HEAD_BYTES;
    const seconds = (performance.now() - this.#since) / 1000;
    return bytesRead - useful > MOST_USELESS + seconds * USELESS_A_SECOND;
  }

  /** Begins to count TLS overhead; called when the handshake is over. */
  secured(secure: Socket): void {
    this.#overhead = new Overhead(this.socket, secure, () => ({
      requests: this.#begun,
      bodyBytes: this.#readBytes,
    }));
  }

  /** Counts a piece of `bytes` that an HTTP/1.1 connection brought. Returns true if too many of its pieces are small. */
  hasTooManyPieces(bytes: number): boolean {
    return this.#overhead?.isTooMuch(bytes) === true;
  }

  /** Closes the connection if it floods the server. Otherwise pauses it until `turn` has time for its overhead. */
  look(turn: OverheadTurn): void {
    if (this.#overhead === undefined) return;
    const bytes = this.#overhead.look();
    if (this.#overhead.isFlood || (this.endsItself && this.isFlooded())) this.socket.destroy();
    const wait = bytes > 0 ? turn(bytes) : undefined;
    if (wait !== undefined && !this.#isPaused) void this.#pause(wait);
  }

  async #pause(turn: Promise<void>): Promise<void> {
    this.#isPaused = true;
    await readLater(this.socket, turn);
    this.#isPaused = false;
  }

  /** True if the client may be about to send its first request. */
  get isNew(): boolean {
    return this.#begun === 0 && performance.now() - this.#since < NEW_MS;
  }

  begin(): void {
    this.#begun++;
    if (this.#requests++ === 0) this.#connections.busy(this);
  }

  end(): void {
    if (--this.#requests === 0) this.#connections.idle(this);
  }
}

/**
 * Time that a new connection gets for its first request when the server closes, in milliseconds (Go's server gives five seconds:
 * net/http/server.go, closeIdleConns).
 */
export const NEW_MS = 1000;

/** Limit of the received bytes that no handler reads: the window of an HTTP/2 session (`http2.ts`), and heads. */
const MOST_USELESS = 18 << 20;
/** Rise of that limit, in bytes per second. */
const USELESS_A_SECOND = 64 << 10;
/** Bytes that the head of one request can have in addition. */
const HEAD_BYTES = 16 << 10;

/**
 * All open connections, those in their handshake included, up to a maximum number. At the maximum, a new
 * connection replaces the one that has been idle for longest; if all are in use, the new one is closed.
 */
export class Connections {
  readonly #most: number;
  readonly #turn: OverheadTurn;
  /** Connections by remote address and port. */
  readonly #open = new Map<string, Connection>();
  /** Idle connections; the one that has been idle for longest is first. */
  readonly #idle = new Set<Connection>();
  #ending = false;
  #looking: NodeJS.Timeout | undefined;

  constructor(most: number, turn: OverheadTurn) {
    this.#most = most;
    this.#turn = turn;
  }

  /** Adds a connection. Returns false if there is no room for it; then it has been closed. */
  accept(socket: Socket): boolean {
    if (this.#open.size >= this.#most && !this.#makeRoom()) {
      socket.destroy();
      return false;
    }
    const connection = new Connection(socket, this);
    this.#open.set(connection.place, connection);
    this.#idle.add(connection);
    this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    socket.once("close", () => this.#forget(connection));
    return true;
  }

  /** Returns the connection below a TLS socket; undefined: it has been closed meanwhile. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(placeOf(socket));
  }

  busy(connection: Connection): void {
    this.#idle.delete(connection);
  }

  idle(connection: Connection): void {
    if (!connection.socket.destroyed) this.#idle.add(connection);
    if (this.#ending) this.destroyIdle();
  }

  destroy(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }

  /**
   * Closes the connections without requests in progress whose last response has been sent completely, now and
   * from now on; new ones in a second call, after `NEW_MS`.
   */
  destroyIdle(): void {
    this.#ending = true;
    for (const connection of this.#idle)
      if (!connection.endsItself && !connection.isNew) connection.socket.destroy();
  }

  /**
   * Checks every connection for floods. Node's HTTP/2 ignores frames of unknown types and all frames after a
   * protocol error, but it still reads them.
   */
  #look(): void {
    for (const connection of this.#open.values()) connection.look(this.#turn);
    if (this.#open.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #makeRoom(): boolean {
    const [oldest] = this.#idle;
    if (oldest === undefined) return false;
    this.#forget(oldest);
    oldest.socket.destroy();
    return true;
  }

  #forget(connection: Connection): void {
    connection.look(this.#turn);
    this.#idle.delete(connection);
    if (this.#open.get(connection.place) === connection) this.#open.delete(connection.place);
  }
}

const placeOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
