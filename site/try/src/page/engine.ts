import type { Answer, Order, Question, Report, ThreadNews, ToldReport } from "../engine/messages.ts";

/** A question that takes longer is given up: the engine starts again. */
const LONGEST_MS = 15_000;

/** Hears the answer to the latest question. Earlier ones are not told. */
export interface EngineListener {
  ready(): void;
  /** About a situation. */
  report?(report: Report): void;
  /** About the text of an error. */
  told?(report: ToldReport): void;
  failed(message: string): void;
}

/** Runs the engine in a thread. It works on one question at a time, and skips those that are out of date. */
export class Engine {
  readonly #script: string;
  #listener: EngineListener | undefined;
  #worker: Worker;
  #isReady = false;
  #working = 0;
  #waiting: Question | undefined;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #threads = new Map<number, Worker>();

  constructor(script: string) {
    this.#script = script;
    this.#worker = this.#start();
  }

  /** Tells this listener of the answers from now on. */
  listen(listener: EngineListener): void {
    this.#listener = listener;
    if (this.#isReady) listener.ready();
  }

  ask(question: Question): void {
    this.#waiting = question;
    this.#next();
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#hear(data);
    worker.onerror = (event) => this.#listener?.failed(event.message || "the engine could not be loaded");
    return worker;
  }

  #hear(answer: Answer): void {
    if (answer.kind === "start") this.#startThread(answer.thread, answer.script);
    else if (answer.kind === "ask") this.#threads.get(answer.thread)?.postMessage(answer.question);
    else if (answer.kind === "end") this.#endThread(answer.thread);
    else this.#hearResult(answer);
  }

  /** Starts a thread of foreign JavaScript: engine/threads.ts. */
  #startThread(thread: number, script: string): void {
    const tell = (news: ThreadNews): void => this.#worker.postMessage({ kind: "thread", thread, news } satisfies Order);
    const worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`);
    worker.onmessage = ({ data }) => tell({ kind: "said", said: data });
    worker.onerror = (event) => {
      event.preventDefault();
      tell({ kind: "failed", message: event.message.replace(/^Uncaught /, ""), line: event.lineno });
    };
    this.#threads.set(thread, worker);
  }

  #endThread(thread: number): void {
    this.#threads.get(thread)?.terminate();
    this.#threads.delete(thread);
  }

  #hearResult(answer: Extract<Answer, { readonly kind: "ready" | "report" | "told" | "failed" }>): void {
    if (answer.kind === "ready") {
      this.#isReady = true;
      this.#listener?.ready();
    } else {
      clearTimeout(this.#timer);
      this.#working = 0;
      if (answer.id === this.#last && this.#waiting === undefined) {
        if (answer.kind === "report") this.#listener?.report?.(answer.report);
        else if (answer.kind === "told") this.#listener?.told?.(answer.report);
        else this.#listener?.failed(answer.message);
      }
    }
    this.#next();
  }

  #next(): void {
    if (!this.#isReady || this.#working !== 0 || this.#waiting === undefined) return;
    const id = ++this.#last;
    const order: Order = { kind: "ask", id, question: this.#waiting };
    this.#working = id;
    this.#waiting = undefined;
    this.#timer = setTimeout(() => this.#giveUp(), LONGEST_MS);
    this.#worker.postMessage(order);
  }

  #giveUp(): void {
    this.#worker.terminate();
    for (const thread of this.#threads.keys()) this.#endThread(thread);
    this.#isReady = false;
    this.#working = 0;
    this.#listener?.failed(`The answer took longer than ${LONGEST_MS / 1000} seconds, and was given up.`);
    this.#worker = this.#start();
  }
}
