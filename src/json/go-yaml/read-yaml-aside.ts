import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { TooManyValuesError } from "../count-values.ts";
import { parseJson } from "../parse.ts";
import { type ReadYaml, readYaml } from "./read-yaml.ts";
import { YamlError } from "./yaml-error.ts";

/** What the thread says of one text. */
export type ThreadAnswer =
  | { readonly kind: "read"; readonly json: Uint8Array<ArrayBuffer>; readonly duplicates: readonly string[] }
  /** It is no YAML. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "too many values" }
  | { readonly kind: "failed"; readonly message: string };

/** The text could not be read now, or not with the time and memory that one text may take. */
export class YamlLimitError extends Error {
  readonly reason: "busy" | "too costly";
  constructor(reason: "busy" | "too costly", message: string) {
    super(message);
    this.name = "YamlLimitError";
    this.reason = reason;
  }
}

export interface YamlThreadOptions {
  /** `yaml-thread.ts`, compiled. */
  readonly script: URL;
  /** For one text. */
  readonly deadlineMs?: number;
  /** Texts that wait at a time. */
  readonly mostWaiting?: number;
  /** Without work, the thread ends. */
  readonly idleMs?: number;
}

const DEADLINE_MS = 45_000;
const MOST_WAITING = 64;
const IDLE_MS = 10_000;
/** A text of 3 MiB that is nothing but short items takes 700. */
const MEMORY_MB = 1536;

interface Job {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly resolve: (read: ReadYaml) => void;
  readonly reject: (error: Error) => void;
}

/** Reads long YAML beside the event loop, one text after the other. Without work it keeps no process alive. */
export class YamlThread {
  readonly #options: Required<YamlThreadOptions>;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: YamlThreadOptions) {
    this.#options = { deadlineMs: DEADLINE_MS, mostWaiting: MOST_WAITING, idleMs: IDLE_MS, ...options };
  }

  /** As `readYaml`. Rejects with YamlError, TooManyValuesError or YamlLimitError. */
  read(bytes: Uint8Array): Promise<ReadYaml> {
    if (this.#waiting.length >= this.#options.mostWaiting)
      return Promise.reject(new YamlLimitError("busy", "too many long YAML texts are waiting to be read"));
    return new Promise((resolve, reject) => {
      // The thread takes the bytes away: others may still look at theirs.
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

/** Longer texts are read by the thread: the library takes half a second for 1 MB. */
const SHORT = 32 << 10;

let thread: YamlThread | undefined;

/** As `readYaml`, of text in UTF-8; nobody waits for a long one but who asked. */
export function readYamlAside(bytes: Uint8Array): ReadYaml | Promise<ReadYaml> {
  const script = bytes.byteLength > SHORT ? scriptOfThread() : undefined;
  if (script === undefined)
    return readYaml(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  thread ??= new YamlThread({ script });
  return thread.read(bytes);
}

let found: URL | undefined | null = null;

/** Only the build has a script that a thread can run (scripts/build.mjs). */
function scriptOfThread(): URL | undefined {
  if (found === null) {
    const built = new URL("../json/go-yaml/yaml-thread.js", import.meta.url);
    found = existsSync(fileURLToPath(built)) ? built : undefined;
  }
  return found;
}
