import type { Readable } from "node:stream";
import type { Peer, ServerRequest } from "../../api/exchange.ts";
import { parseQuery } from "../../api/go-query.ts";
import { splitTarget } from "../../api/memory-request.ts";
import { together } from "../together.ts";
import type { Connection } from "./connections.ts";
import { readBody } from "./read-body.ts";

/** What differs between HTTP/1.1 and HTTP/2 behind a request. */
export interface RequestSource {
  readonly method: string;
  readonly target: string;
  readonly protocol: ServerRequest["protocol"];
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Names and values by turns, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly stream: Readable;
  /** The client sent nothing after the head. */
  readonly bodyless: boolean;
  /** Once the stream has ended: whether the client sent all of the body. */
  isComplete(): boolean;
  /** Tells a client that waits with `Expect: 100-continue` to go on. */
  invite(): void;
  /** Over which it came. */
  readonly connection: Connection;
  /** Ends the connection. */
  hangUp(): void;
  /** The client asks for another protocol, and can have it. */
  readonly maySwitch?: boolean;
  /** Told before the body is read: anyone who sends it may do so. */
  expectBody?(): void;
}

/** Whatever can be made late is made late: most requests ask for neither the query nor the signal. */
export class SocketRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly protocol: ServerRequest["protocol"];
  readonly secure = true;
  readonly peer: Peer;
  readonly startedAt = performance.now();
  readonly #source: RequestSource;
  #query: URLSearchParams | undefined;
  #values: ReadonlyMap<string, readonly string[]> | undefined;
  #abort: AbortController | undefined;
  #gone = false;
  #bodyAsked = false;

  constructor(source: RequestSource, peer: Peer) {
    const { path, rawQuery } = splitTarget(source.target);
    this.method = source.method;
    this.path = path;
    this.rawQuery = rawQuery;
    this.headers = source.headers;
    this.protocol = source.protocol;
    this.peer = peer;
    this.#source = source;
  }

  get query(): URLSearchParams {
    this.#query ??= parseQuery(this.rawQuery);
    return this.#query;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#gone) this.#abort.abort(clientGone());
    }
    return this.#abort.signal;
  }

  get isAbandoned(): boolean {
    return this.#gone;
  }

  get maySwitch(): boolean {
    return this.#source.maySwitch === true;
  }

  /** Whether the body was asked for: if not, a client that waits to be invited never sends it. */
  get bodyAsked(): boolean {
    return this.#bodyAsked;
  }

  /** The client sends one without being asked. */
  get hasUnaskedBody(): boolean {
    return !this.#bodyAsked && !this.#source.bodyless;
  }

  /** The client went away before it had its answer. */
  leave(): void {
    this.#gone = true;
    this.#abort?.abort(clientGone());
  }

  hangUp(): void {
    this.#source.hangUp();
  }

  unwantedBytes(): number {
    return this.#source.connection.unwantedBytes();
  }

  headerValues(name: string): readonly string[] {
    if (this.headers[name] === undefined) return [];
    this.#values ??= byName(this.#source.rawHeaders);
    return this.#values.get(name) ?? [];
  }

  async body(limit: number): Promise<Uint8Array> {
    if (this.#bodyAsked) throw new Error("the body of a request can be read once");
    this.#bodyAsked = true;
    if (this.#source.bodyless) return new Uint8Array();
    this.#source.expectBody?.();
    if (this.headers.expect?.toLowerCase() === "100-continue") this.#source.invite();
    const source = this.#source;
    const bytes = await readBody(source.stream, this.headers["content-length"], limit, {
      isComplete: () => source.isComplete(),
      wanted: (length) => source.connection.wanted(length),
    });
    await together();
    return bytes;
  }
}

/** A client may send tens of thousands of headers, and each of them may be asked for. */
function byName(rawHeaders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const value = rawHeaders[i + 1]!;
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return values;
}

const clientGone = (): Error => new Error("context canceled");
