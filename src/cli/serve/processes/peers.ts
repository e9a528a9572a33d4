import { isStream, type ServerResponse, wholeBody } from "../../../api/exchange/exchange.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { AnswerPart, SharedRequest, ToParent, ToServer } from "./messages.ts";

/** Receives the answers of the other servers. */
export interface Answers {
  /** The numbers of the servers that were asked. */
  asked(of: readonly number[]): void;
  part(from: number, part: AnswerPart): void;
}

/** The part that answers other servers. */
export interface Answering {
  readonly answer: (request: SharedRequest, signal: AbortSignal) => Promise<ServerResponse>;
  /** When a client last sent a write to this server, in milliseconds since 1970; 0: never. */
  lastWriteAt(): number;
}

/** Limit for the requests of other servers that are answered at the same time. */
const MOST_ASKED = 100;
/** Limit for one text in a message, in characters (8 MiB). */
const MOST_TEXT = 8 << 20;

/** The other servers of this port. All messages go through the parent. */
export class Peers {
  /** The number of this server. */
  readonly number: number;
  readonly #send: (message: ToParent) => void;
  readonly #asking = new Map<number, Answers>();
  readonly #asked = new Map<string, AbortController>();
  #last = 0;
  #answering: Answering | undefined;

  constructor(number: number, send: (message: ToParent) => void) {
    this.number = number;
    this.#send = send;
  }

  /** Answers the other servers from now on. */
  answerWith(answering: Answering): void {
    this.#answering = answering;
  }

  /** Asks all other servers. Returns a function that ends this. */
  ask(request: SharedRequest, answers: Answers): () => void {
    const number = ++this.#last;
    this.#asking.set(number, answers);
    this.#send({ kind: "ask", number, request });
    return () => {
      if (this.#asking.delete(number)) this.#send({ kind: "enough", number });
    };
  }

  /** Takes a message of the parent that is for this part. */
  take(message: ToServer): void {
    switch (message.kind) {
      case "asked":
        this.#asking.get(message.number)?.asked(message.of);
        break;
      case "answer":
        this.#asking.get(message.number)?.part(message.from, message.part);
        break;
      case "ask":
        void this.#answer(message.from, message.number, message.request);
        break;
      case "enough":
        this.#asked.get(`${message.from}/${message.number}`)?.abort();
        break;
      case "gone":
        for (const { part } of this.#asking.values()) part(message.from, { isEnd: true });
        for (const [name, left] of this.#asked) if (name.startsWith(`${message.from}/`)) left.abort();
        break;
    }
  }

  async #answer(to: number, number: number, request: SharedRequest): Promise<void> {
    const name = `${to}/${number}`;
    const left = new AbortController();
    const say = (part: AnswerPart): void => this.#send({ kind: "answer", to, number, part });
    const answering = this.#answering;
    if (answering === undefined || this.#asked.size >= MOST_ASKED) return say({ isEnd: true });
    this.#asked.set(name, left);
    const lastWriteAt = answering.lastWriteAt();
    try {
      const response = await answering.answer(request, left.signal);
      say({ status: response.status, lastWriteAt });
      await sendBody(response, left.signal, say);
    } catch (error) {
      say({ status: 500, text: messageOf(error) });
    } finally {
      this.#asked.delete(name);
      say({ isEnd: true });
    }
  }
}

async function sendBody(
  { body }: ServerResponse,
  left: AbortSignal,
  say: (part: AnswerPart) => void,
): Promise<void> {
  if (!isStream(body)) return say({ text: textOf((await wholeBody(body)) ?? "") });
  const pieces = body[Symbol.asyncIterator]();
  left.addEventListener("abort", () => void pieces.return?.(), { once: true });
  for (let next = await pieces.next(); next.done !== true && !left.aborted; next = await pieces.next())
    say({ text: textOf(next.value) });
}

const textOf = (body: Uint8Array | string): string =>
  (typeof body === "string" ? body : Buffer.from(body).toString()).slice(0, MOST_TEXT);
