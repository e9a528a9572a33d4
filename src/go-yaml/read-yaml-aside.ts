import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { once } from "../async/once.ts";
import { TooManyValuesError } from "../json/count-values.ts";
import { parseJson } from "../json/parse/parse.ts";
import { type ReadYaml, readYaml } from "./read-yaml.ts";
import { YamlError } from "./yaml-error.ts";

/** Result of the thread for one text. */
export type ThreadAnswer =
  | { readonly kind: "read"; readonly json: Uint8Array<ArrayBuffer>; readonly duplicates: readonly string[] }
  /** The text is not valid YAML. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "too many values" }
  | { readonly kind: "failed"; readonly message: string };

/**
 * The text could not be read, because too many texts are waiting (`busy`) or because it takes more time or memory
 * than one text may use (`too costly`).
 */
export class YamlLimitError extends Error {
  readonly reason: "busy" | "too costly";
  constructor(reason: "busy" | "too costly", message: string) {
    super(message);
    this.name = "YamlLimitError";
    this.reason = reason;
  }
}

interface YamlThreadOptions {
  /** URL of the compiled `yaml-thread.ts`. */
  readonly script: URL;
  /** Maximum time for one text, in milliseconds; default: 45,000. */
  readonly deadlineMs?: number;
  /** Maximum number of waiting texts; default: 64. */
  readonly mostWaiting?: number;
  /** Idle time after which the thread ends, in milliseconds; default: 10,000. */
  readonly idleMs?: number;
}

const DEADLINE_MS = 45_000;
const MOST_WAITING = 64;
const IDLE_MS = 10_000;
/** Memory limit of the thread in MB. A text of 3 MiB that consists of short items takes 700. */
const MEMORY_MB = 1536;

interface Job {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly resolve: (read: ReadYaml) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads long YAML in a worker thread, one text after the other, so that the event loop is not blocked. An idle thread
 * does not keep the process running.
 */
export class YamlThread {
  readonly #options: Required<YamlThreadOptions>;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: YamlThreadOptions) {
    this.#options = { deadlineMs: DEADLINE_MS, mostWaiting: MOST_WAITING, idleMs: IDLE_MS, ...options };
  }

  /** Reads a text as `readYaml` does. Rejects with YamlError, TooManyValuesError or YamlLimitError. */
  read(bytes: Uint8Array): Promise<ReadYaml> {
    if (this.#waiting.length >= this.#options.mostWaiting)
      return Promise.reject(new YamlLimitError("busy", "too many long YAML texts are waiting to be read"));
    return new Promise((resolve, reject) => {
      // The bytes are copied, because they are transferred to the thread and the caller may still use its own.
      this.#waiting.push({ bytes: new Uint8Array(bytes), resolve, reject });
      if (this.#current === undefined) this.#next();
    });
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#worker?.unref();
      this.#timer = setTimeout(() => this.#end(), this.#options.idleMs).unref();
      return;
    }
    const worker = this.#started();
    worker.ref();
    worker.postMessage(this.#current.bytes, [this.#current.bytes.buffer]);
    this.#timer = setTimeout(() => this.#giveUp(tooSlow()), this.#options.deadlineMs).unref();
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#options.script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.on("message", (answer: ThreadAnswer) => this.#finish(answer));
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (worker !== this.#worker) return;
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#giveUp(isFull ? new YamlLimitError("too costly", "the YAML text takes too much memory") : error);
    });
    this.#worker = worker;
    return worker;
  }

  #finish(answer: ThreadAnswer): void {
    const job = this.#current;
    if (job !== undefined) finishJob(job, answer);
    this.#next();
  }

  #giveUp(error: Error): void {
    this.#end();
    this.#current?.reject(error);
    this.#next();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.removeAllListeners("message");
    worker?.terminate();
  }
}

const tooSlow = (): YamlLimitError =>
  new YamlLimitError("too costly", "the YAML text takes too long to read");

function finishJob({ resolve, reject }: Job, answer: ThreadAnswer): void {
  if (answer.kind === "read") resolve({ value: parseJson(answer.json), duplicates: answer.duplicates });
  else if (answer.kind === "too many values") reject(new TooManyValuesError());
  else reject(answer.kind === "refused" ? new YamlError(answer.message) : new Error(answer.message));
}

/**
 * Maximum bytes of a text that is read on the event loop. Longer texts are read by the thread: 1 MB takes half a
 * second.
 */
const SHORT = 32 << 10;

/**
 * Reads UTF-8 text as `readYaml` does. Long texts are read in the thread, so that only the request with the long text
 * waits.
 */
export function readYamlAside(bytes: Uint8Array): ReadYaml | Promise<ReadYaml> {
  const thread = bytes.byteLength > SHORT ? aside().thread : undefined;
  return thread === undefined
    ? readYaml(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
    : thread.read(bytes);
}

/** The thread, whose script exists only in the build (scripts/build.mjs); without it all texts are read on the event loop. */
const aside = once((): { readonly thread?: YamlThread } => {
  const script = new URL("../go-yaml/yaml-thread.js", import.meta.url);
  return existsSync(fileURLToPath(script)) ? { thread: new YamlThread({ script }) } : {};
});
