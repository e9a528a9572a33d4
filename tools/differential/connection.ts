import { type Dispatcher, Pool } from "undici";
import type { Json } from "../../src/json/value.ts";
import { Kubectl } from "./kubectl/kubectl.ts";
import { eventsInFrames } from "./watch-frames.ts";

export interface Reply {
  readonly status: number;
  /** Lower-case names; a repeated header is a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** Bytes of a body that is not text. */
  readonly bytes?: Uint8Array;
  /** Events of a watch in protobuf. */
  readonly events?: readonly Json[];
  /** Reason for a missing response. */
  readonly error?: string;
}

export interface Outgoing {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly headers: Record<string, string | readonly string[]>;
  readonly body: string | Buffer | undefined;
}

export const PROTOBUF = "application/vnd.kubernetes.protobuf";
const PATIENCE_MS = 30_000;
/** A stream without data for this time is complete. */
const SILENCE_MS = 700;

/** Kept connections to one server, and kubectl for it. */
export class Connection {
  readonly #pool: Pool;
  readonly kubectl: Kubectl;

  constructor(port: number, connections: number) {
    this.kubectl = new Kubectl(port);
    this.#pool = new Pool(`https://127.0.0.1:${port}`, {
      connections,
      connect: { rejectUnauthorized: false },
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    });
  }

  async send(outgoing: Outgoing): Promise<Reply> {
    try {
      const { statusCode, headers, body } = await this.#pool.request(requestOf(outgoing));
      if (!String(headers["content-type"]).startsWith(PROTOBUF))
        return { status: statusCode, headers, text: await body.text() };
      return { status: statusCode, headers, text: "", bytes: new Uint8Array(await body.arrayBuffer()) };
    } catch (error) {
      return { status: 0, headers: {}, text: "", error: String(error) };
    }
  }

  /** Reads the events of a watch until there are `count`, or until no event arrives for some time. */
  async stream(outgoing: Outgoing, count: number): Promise<Reply> {
    try {
      const { statusCode, headers, body } = await this.#pool.request(requestOf(outgoing));
      const framed = String(headers["content-type"]).startsWith(PROTOBUF);
      let bytes = Buffer.alloc(0);
      let timer = setTimeout(() => body.destroy(), SILENCE_MS);
      try {
        for await (const chunk of body) {
          bytes = Buffer.concat([bytes, chunk as Buffer]);
          if ((framed ? eventsInFrames(bytes) : linesIn(bytes)).length >= count) break;
          clearTimeout(timer);
          timer = setTimeout(() => body.destroy(), SILENCE_MS);
        }
      } catch {
        // Ended by us.
      }
      clearTimeout(timer);
      body.destroy();
      const events = framed && statusCode === 200 ? { events: eventsInFrames(bytes) } : {};
      return { status: statusCode, headers, text: bytes.toString("utf8"), ...events };
    } catch (error) {
      return { status: 0, headers: {}, text: "", error: String(error) };
    }
  }

  close(): Promise<void> {
    this.kubectl.close();
    return this.#pool.destroy();
  }
}

const requestOf = ({ method, path, headers, body }: Outgoing): Dispatcher.RequestOptions =>
  ({ method, path, headers, body: body ?? null }) as Dispatcher.RequestOptions;

const linesIn = (bytes: Buffer): string[] => bytes.toString("utf8").split("\n").slice(0, -1);
