import type { Socket } from "node:net";
import { LOOK_EVERY_MS, Overhead } from "./overhead.ts";
import { readLater } from "./reading.ts";

/** Resolves when a connection may be read on that has brought so many bytes of nothing; undefined: now. */
export type OverheadTurn = (bytes: number) => Promise<void> | undefined;

/** One connection, and how many requests are under way on it. */
export class Connection {
  readonly socket: Socket;
  /** The address of the other end. */
  readonly place: string;
  /** Its protocol has a way to say that nothing more will come: it is not cut off when it is idle. */
  endsItself = false;
  readonly #connections: Connections;
  #requests = 0;
  /** Requests so far, bytes of their bodies that were read, and when it came. */
  #begun = 0;
  #readBytes = 0;
  readonly #since = performance.now();
  /** Bytes that came by the time when it was last asked for unwanted ones, and those that were wanted since. */
  #toldBytes = 0;
  #wantedBytes = 0;
  #overhead: Overhead | undefined;
  #isPaused = false;

  constructor(socket: Socket, connections: Connections) {
    this.socket = socket;
    this.place = placeOf(socket);
    this.#connections = connections;
  }

  /** Somebody has read so many bytes of bodies. */
  wanted(bytes: number): void {
    this.#wantedBytes += bytes;
    this.#readBytes += bytes;
  }

  /** Bytes that came since this was asked last, but for those of bodies that somebody has read. */
  unwantedBytes(): number {
    const { bytesRead } = this.socket;
    const unwanted = bytesRead - this.#toldBytes - this.#wantedBytes;
    this.#toldBytes = bytesRead;
    this.#wantedBytes = 0;
    return Math.max(0, unwanted);
  }

  /** Whether it brings far more than heads, bodies that somebody reads, and what the windows of HTTP/2 let come besides. */
  isFlooded(): boolean {
    const { bytesRead } = this.socket;
    if (bytesRead < MOST_USELESS) return false;
    const useful = this.#readBytes + this.#begun * HEAD_BYTES;
    const seconds = (performance.now() - this.#since) / 1000;
    return bytesRead - useful > MOST_USELESS + seconds * USELESS_A_SECOND;
  }

  /** Its handshake is over. */
  secured(secure: Socket): void {
    this.#overhead = new Overhead(this.socket, secure, () => ({
      requests: this.#begun,
      bodyBytes: this.#readBytes,
    }));
  }

  /** Of HTTP/1.1, whose pieces are told one by one: it is ended when too many of them are small. */
  limitPieces(secure: Socket): void {
    secure.on("data", (piece: Buffer) => {
      if (this.#overhead?.isTooMuch(piece.byteLength) === true) secure.destroy();
    });
  }

  /** Ended when it floods; otherwise read on when `turn` has time for what it brings besides bytes that mean something. */
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

  begin(): void {
    this.#begun++;
    if (this.#requests++ === 0) this.#connections.busy(this);
  }

  end(): void {
    if (--this.#requests === 0) this.#connections.idle(this);
  }
}

/** Bytes that a connection may bring and nobody reads: the window of a session (`http2.ts`), and heads. */
const MOST_USELESS = 18 << 20;
/** And so many more each second. */
const USELESS_A_SECOND = 64 << 10;
/** What the head of one request may have besides. */
const HEAD_BYTES = 16 << 10;

/**
 * Every connection that is open, those in their handshake included, and no more than so many: a new one then takes the
 * place of the one over which nothing has been going on for longest, and finds none when all are in use.
 */
export class Connections {
  readonly #most: number;
  readonly #turn: OverheadTurn;
  /** By the address of the other end. */
  readonly #open = new Map<string, Connection>();
  /** The one that has been idle for longest first. */
  readonly #idle = new Set<Connection>();
  #ending = false;
  #looking: NodeJS.Timeout | undefined;

  constructor(most: number, turn: OverheadTurn) {
    this.#most = most;
    this.#turn = turn;
  }

  /** False: there is no place for it, and it has been closed. */
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

  /** The connection behind a socket of TLS; undefined: it has been closed meanwhile. */
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

  /** Those over which no request is under way, whose last answer has been sent to its end: now, and from now on. */
  destroyIdle(): void {
    this.#ending = true;
    for (const connection of this.#idle) if (!connection.endsItself) connection.socket.destroy();
  }

  /** HTTP/2 passes over frames that nobody knows, and whatever comes after a mistake: it is read all the same. */
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
