import type { Answer, Order, Report, Situation } from "../engine/messages.ts";

/** A situation that takes longer is given up: the engine starts again. */
const LONGEST_MS = 15_000;

/** Tells what became of the latest situation. Earlier ones are not told. */
export interface EngineListener {
  ready(): void;
  report(report: Report): void;
  failed(message: string): void;
}

/** Runs the engine in a thread. It works on one situation at a time, and skips those that are out of date. */
export class Engine {
  readonly #script: string;
  readonly #listener: EngineListener;
  #worker: Worker;
  #isReady = false;
  #working = 0;
  #waiting: Situation | undefined;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(script: string, listener: EngineListener) {
    this.#script = script;
    this.#listener = listener;
    this.#worker = this.#start();
  }

  decide(situation: Situation): void {
    this.#waiting = situation;
    this.#next();
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#hear(data);
    worker.onerror = (event) => this.#listener.failed(event.message || "the engine could not be loaded");
    return worker;
  }

  #hear(answer: Answer): void {
    if (answer.kind === "ready") {
      this.#isReady = true;
      this.#listener.ready();
    } else {
      clearTimeout(this.#timer);
      this.#working = 0;
      if (answer.id === this.#last && this.#waiting === undefined) {
        if (answer.kind === "report") this.#listener.report(answer.report);
        else this.#listener.failed(answer.message);
      }
    }
    this.#next();
  }

  #next(): void {
    if (!this.#isReady || this.#working !== 0 || this.#waiting === undefined) return;
    const order: Order = { id: ++this.#last, situation: this.#waiting };
    this.#working = order.id;
    this.#waiting = undefined;
    this.#timer = setTimeout(() => this.#giveUp(), LONGEST_MS);
    this.#worker.postMessage(order);
  }

  #giveUp(): void {
    this.#worker.terminate();
    this.#isReady = false;
    this.#working = 0;
    this.#listener.failed(`The decision took longer than ${LONGEST_MS / 1000} seconds, and was given up.`);
    this.#worker = this.#start();
  }
}
