import type { Answer, ThreadNews } from "./messages.ts";

/** A script that takes longer to answer is ended. */
const LONGEST_MS = 2000;

/** An error in a script; `line` is from 1, or 0 if it is not known. */
export class ScriptError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** No answer came in time. */
export class ScriptTimeout extends Error {}

const say = (answer: Answer): void => postMessage(answer);
const threads = new Map<number, (news: ThreadNews) => void>();
let last = 0;

/** Passes a message of the page on to the thread that waits for it. */
export const hearThread = (thread: number, news: ThreadNews): void => threads.get(thread)?.(news);

/**
 * A thread that runs foreign JavaScript. The page starts it, because only a thread of the page is bound by the page's
 * policy: it has no network. Its origin is opaque (its address is a `data:` URL): it reaches nothing that the site stores.
 */
export class Thread {
  readonly #id = ++last;

  constructor(script: string) {
    say({ kind: "start", thread: this.#id, script });
  }

  /** Sends a question, unless it is undefined, and returns the next message. Rejects with a ScriptError or a ScriptTimeout. */
  ask(question?: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new ScriptTimeout()), LONGEST_MS);
      threads.set(this.#id, (news) => {
        clearTimeout(timer);
        if (news.kind === "said") resolve(news.said);
        else reject(new ScriptError(news.message, news.line));
      });
      if (question !== undefined) say({ kind: "ask", thread: this.#id, question });
    });
  }

  end(): void {
    threads.delete(this.#id);
    say({ kind: "end", thread: this.#id });
  }
}
