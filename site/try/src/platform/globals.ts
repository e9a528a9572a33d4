/** Node's global names that the engine uses. The build puts them in the place of the names that a file does not declare. */
import { Buffer } from "buffer";

export { Buffer };

export const process = {
  cpuUsage: () => ({ user: performance.now() * 1000, system: 0 }),
  memoryUsage: () => ({ heapUsed: 0, rss: 0, external: 0, arrayBuffers: 0 }),
  hrtime: { bigint: () => BigInt(Math.round(performance.now() * 1e6)) },
  emitWarning: (text: string) => console.warn(text),
  nextTick: (act: (...given: unknown[]) => void, ...given: unknown[]) => queueMicrotask(() => act(...given)),
  env: {},
  platform: "browser",
  pid: 1,
  version: "v24.0.0",
  versions: { node: "24.0.0" },
};

/** A timer as Node has it. The end of the page ends it. */
class Timer {
  readonly #repeats: boolean;
  readonly #act: () => void;
  readonly #milliseconds: number;
  id: number;

  constructor(repeats: boolean, act: () => void, milliseconds: number) {
    this.#repeats = repeats;
    this.#act = act;
    this.#milliseconds = milliseconds;
    this.id = this.#start();
  }

  #start(): number {
    const start = this.#repeats ? globalThis.setInterval : globalThis.setTimeout;
    return Number(start(this.#act, this.#milliseconds));
  }

  refresh(): this {
    clearTimeout(this);
    this.id = this.#start();
    return this;
  }

  unref(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

export const setTimeout = (act: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
  new Timer(false, () => act(...given), milliseconds);
export const setInterval = (act: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
  new Timer(true, () => act(...given), milliseconds);
// The timers of a browser have one space of numbers.
export const clearTimeout = (timer: Timer | undefined): void => globalThis.clearTimeout(timer?.id);
export const clearInterval = clearTimeout;

const waiting = new Map<number, () => void>();
let last = 0;
const channel = new MessageChannel();
channel.port1.onmessage = ({ data }) => {
  const act = waiting.get(data);
  waiting.delete(data);
  act?.();
};

/** A turn of the loop, without the four milliseconds that a browser adds to nested timers. */
export function setImmediate(act: (...given: unknown[]) => void, ...given: unknown[]): number {
  waiting.set(++last, () => act(...given));
  channel.port2.postMessage(last);
  return last;
}

export const clearImmediate = (id: number | undefined): void => void waiting.delete(id ?? 0);
