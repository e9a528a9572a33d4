import cluster, { type Worker } from "node:cluster";
import { Duplex } from "node:stream";
import { printError } from "../../terminal.ts";
import type { Addressee, ReadyServer, ToParent, ToServer } from "../processes/messages.ts";
import { NUMBER, STORE_FD } from "../processes/process-number.ts";
import { wholeLines } from "./whole-lines.ts";

/** The end of a server process. */
export interface Ending {
  /** `exit code 1`, or the name of a signal. */
  readonly how: string;
  readonly livedMs: number;
}

/** Time in which a server that is asked to stop has to end, in milliseconds. It waits ten seconds for its requests itself. */
const GRACE_MS = 60_000;

/** Services of the parent for a server. */
export interface ServerLink {
  /** Receives its messages. */
  readonly take: (message: ToParent, from: Addressee) => void;
  /** Serves the store to a new server at the other end of the stream; undefined: the servers use etcd. */
  readonly attach: ((stream: Duplex) => void) | undefined;
}

/** A server in a process of its own. */
export class OneServer implements Addressee {
  readonly number: number;
  /** Resolves when it answers; rejects with an Error if it ends before. */
  readonly ready: Promise<ReadyServer>;
  readonly ended: Promise<Ending>;
  readonly #worker: Worker;
  #isReady = false;
  #isAsked = false;

  constructor(number: number, { take, attach }: ServerLink) {
    this.number = number;
    const startedAt = performance.now();
    const worker = cluster.fork({ [NUMBER]: String(number) });
    this.#worker = worker;
    const { stdout, stderr } = worker.process;
    for (const stream of [stdout, stderr]) {
      const lines = wholeLines(printError);
      stream?.on("data", lines.take).once("end", lines.end);
    }
    // A process that has ended accepts no message; its exit event reports the end.
    worker.on("error", () => {});
    closeLostConnection(worker);
    const stream = worker.process.stdio[STORE_FD];
    if (attach !== undefined && stream instanceof Duplex) attach(stream);
    this.ended = new Promise((resolve) =>
      worker.once("exit", (code, signal) =>
        resolve({ how: signal ?? `exit code ${code}`, livedMs: performance.now() - startedAt }),
      ),
    );
    this.ready = new Promise((resolve, reject) => {
      worker.on("message", (message: ToParent) => {
        if (message.kind !== "ready") return take(message, this);
        this.#isReady = true;
        resolve(message.server);
      });
      void this.ended.then(({ how }) => reject(new Error(how)));
    });
    this.ready.catch(() => {});
  }

  /** True if it was asked to stop. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  send(message: ToServer): void {
    if (this.#worker.isConnected()) this.#worker.send(message);
  }

  /** Resolves when it has answered its requests and has ended. One that does not answer yet ends at once. */
  async stop(): Promise<void> {
    this.#isAsked = true;
    if (this.#isReady) this.send({ kind: "stop" });
    else this.kill();
    const timer = setTimeout(() => this.kill(), GRACE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  /** Ends it at once. */
  kill(): void {
    this.#isAsked = true;
    this.#worker.process.kill("SIGKILL");
  }
}

/**
 * Closes the connection that was on its way to a process when the process has ended: node:cluster waits for its acknowledgement
 * for ever, and so would the client. There is at most one (lib/internal/cluster/round_robin_handle.js, handoff).
 */
function closeLostConnection({ process: child }: Worker): void {
  const { send } = child;
  let last: Closable | undefined;
  child.send = (...message: unknown[]): boolean => {
    if (isClosable(message[1])) last = message[1];
    return Reflect.apply(send, child, message);
  };
  // A connection that has arrived is closed here already; to close it again has no effect.
  child.once("exit", () => last?.close());
}

interface Closable {
  close(): void;
}

const isClosable = (handle: unknown): handle is Closable =>
  typeof handle === "object" && handle !== null && "close" in handle && typeof handle.close === "function";
