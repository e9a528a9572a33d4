import type { Log } from "../../../server/log.ts";
import type { ReadyServer } from "../processes/messages.ts";
import { type Ending, OneServer, type ServerLink } from "./one-server.ts";
import { restartPauses } from "./restart-pause.ts";

/** Options of `Servers`. */
export interface ServersOptions extends ServerLink {
  readonly count: number;
  readonly log: Log;
  /** Called when a server has ended, after its last message. */
  readonly ended: (server: OneServer) => void;
}

/** The servers of one port. A server that ends is started again. */
export class Servers {
  readonly #options: ServersOptions;
  /** All processes, also those that start or stop. */
  readonly #all = new Set<OneServer>();
  /** The servers that answer, by their numbers. */
  readonly #current = new Map<number, OneServer>();
  readonly #starting = new Map<number, Promise<ReadyServer>>();
  readonly #pauses = new Map<number, (livedMs: number) => number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopping = false;

  constructor(options: ServersOptions) {
    this.#options = options;
  }

  /** The servers that answer requests. */
  get current(): ReadonlyMap<number, OneServer> {
    return this.#current;
  }

  /**
   * Starts all servers, the first one alone: it makes certificates, the kubeconfig and the first objects. Resolves with what the
   * first one reports when all are ready. Rejects with an Error if one of them ends before.
   */
  async start(): Promise<ReadyServer> {
    const first = await this.#start(1);
    const others = Array.from({ length: this.#options.count - 1 }, (_, index) => index + 2);
    await Promise.all(others.map((number) => this.#start(number)));
    return first;
  }

  /** Replaces one server after the other. Each stops when its successor is ready. Rejects if a successor does not start. */
  async replaceAll(): Promise<void> {
    for (const [number, old] of [...this.#current]) {
      if (this.#isStopping) return;
      await this.#start(number);
      await old.stop();
    }
  }

  /** Stops all servers. Resolves when they have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([...this.#all].map((one) => one.stop()));
  }

  /** Ends all servers at once. */
  kill(): void {
    this.#isStopping = true;
    for (const one of this.#all) one.kill();
  }

  #start(number: number): Promise<ReadyServer> {
    const starting = this.#starting.get(number) ?? this.#begin(number);
    this.#starting.set(number, starting);
    return starting;
  }

  async #begin(number: number): Promise<ReadyServer> {
    const one = new OneServer(number, this.#options);
    this.#all.add(one);
    void one.ended.then((ending) => this.#ended(one, ending));
    try {
      const ready = await one.ready;
      this.#current.set(number, one);
      return ready;
    } finally {
      this.#starting.delete(number);
    }
  }

  #ended(one: OneServer, ending: Ending): void {
    this.#all.delete(one);
    this.#options.ended(one);
    if (this.#current.get(one.number) !== one) return;
    this.#current.delete(one.number);
    if (!one.isAsked && !this.#isStopping) this.#startAgain(one.number, ending);
  }

  #startAgain(number: number, { how, livedMs }: Ending): void {
    const pauses = this.#pauses.get(number) ?? restartPauses();
    this.#pauses.set(number, pauses);
    const pauseMs = pauses(livedMs);
    this.#options.log("error", "a server process has ended, and starts again", {
      ...{ process: number, how, pauseMs },
    });
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#start(number).catch((error: Error) => {
        if (!this.#isStopping) this.#startAgain(number, { how: error.message, livedMs: 0 });
      });
    }, pauseMs);
    this.#timers.add(timer);
  }
}
