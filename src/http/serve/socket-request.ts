import type { Readable } from "node:stream";
import type { Peer, ServerRequest } from "../../api/exchange/exchange.ts";
import { splitTarget } from "../../api/exchange/memory-request.ts";
import { type Cancellation, Canceller, signalOf } from "../../async/cancellation.ts";
import { parseQuery } from "../../go/query.ts";
import { inStep } from "../in-step.ts";
import type { Connection } from "./connections.ts";
import { cutShort, readBody } from "./read-body.ts";

/** Parts of a request that differ between HTTP/1.1 and HTTP/2. */
export interface RequestSource {
  readonly method: string;
  readonly target: string;
  readonly protocol: ServerRequest["protocol"];
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Header names and values in turn, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly stream: Readable;
  /** True if the client sent nothing after the head. */
  readonly bodyless: boolean;
  /** True if the client sent all of the body; valid once the stream has ended. */
  isComplete(): boolean;
  /** Sends `100 Continue` to a client that waits with `Expect: 100-continue`. */
  invite(): void;
  /** Connection of the request. */
  readonly connection: Connection;
  /** Closes the connection. */
  hangUp(): void;
  /** True if the client requests another protocol that the server can provide. */
  readonly maySwitch?: boolean;
  /** Called before the body is read. HTTP/2 widens its flow-control windows here. */
  expectBody?(): void;
}

/**
 * Request over a socket. Its query and its signal are made only when they are used: most requests need
 * neither.
 */
export class SocketRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly protocol: ServerRequest["protocol"];
  readonly secure = true;
  readonly peer: Peer;
  readonly startedAt = performance.now();
  readonly #rawHeaders: readonly string[];
  /** Undefined when the request is over: those that are remembered must not keep their streams. */
  #source: RequestSource | undefined;
  #query: URLSearchParams | undefined;
  #values: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #canceller = new Canceller();
  #signal: AbortSignal | undefined;
  #bodyAsked = false;

  constructor(source: RequestSource, peer: Peer) {
    const { path, rawQuery } = splitTarget(source.target);
    this.method = source.method;
    this.path = path;
    this.rawQuery = rawQuery;
    this.headers = source.headers;
    this.protocol = source.protocol;
    this.peer = peer;
    this.#rawHeaders = source.rawHeaders;
    this.#source = source;
  }

  get query(): URLSearchParams {
    this.#query ??= parseQuery(this.rawQuery);
    return this.#query;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#canceller, clientGone);
    return this.#signal;
  }

  get cancellation(): Cancellation {
    return this.#canceller;
  }

  get maySwitch(): boolean {
    return this.#source?.maySwitch === true;
  }

  /** True if the handler has read the body. Otherwise a client that waits for `100 Continue` never sends it. */
  get bodyAsked(): boolean {
    return this.#bodyAsked;
  }

  /** True if the client sends a body that the handler has not read. */
  get hasUnaskedBody(): boolean {
    return !this.#bodyAsked && this.#source?.bodyless === false;
  }

  /** Called when the client has gone before it had its response. */
  leave(): void {
    this.#canceller.abort();
  }

  /** Called when the response is sent, or can no longer be sent. */
  end(): void {
    this.#source = undefined;
  }

  hangUp(): void {
    this.#source?.hangUp();
  }

  unwantedBytes(): number {
    return this.#source?.connection.unwantedBytes() ?? 0;
  }

  headerValues(name: string): readonly string[] {
    if (this.headers[name] === undefined) return [];
    if (this.#rawHeaders.length <= FEW) return valuesOf(this.#rawHeaders, name);
    this.#values ??= byName(this.#rawHeaders);
    return this.#values.get(name) ?? [];
  }

  async body(limit: number): Promise<Uint8Array> {
    if (this.#bodyAsked) throw new Error("the body of a request can be read only once");
    this.#bodyAsked = true;
    const source = this.#source;
    if (source === undefined) throw cutShort();
    if (source.bodyless) return new Uint8Array();
    source.expectBody?.();
    if (this.headers.expect?.toLowerCase() === "100-continue") source.invite();
    const bytes = await readBody(source.stream, this.headers["content-length"], limit, {
      isComplete: () => source.isComplete(),
      wanted: (length) => source.connection.wanted(length),
    });
    await inStep();
    return bytes;
  }
}

/** Number of names and values up to which a search costs less than an index. */
const FEW = 64;

function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.toLowerCase() === name) values.push(rawHeaders[i + 1]!);
  return values;
}

/** Header values by name. A client can send tens of thousands of headers, and each of them can be read. */
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
