import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Interval of the checks, in milliseconds. */
const PERIOD_MS = 60_000;
/** A process below this share of one processor is idle. */
const IDLE_SHARE = 0.02;
/** Processor time since the last collection, in milliseconds, that makes another one useful. */
const WORTH_MS = 5_000;

/** Options of `collectWhenIdle`. */
export interface IdleOptions {
  /** Default: a minute. */
  readonly periodMs?: number;
  /** Processor time of the process until now, in milliseconds. Default: that of this process. */
  readonly cpuMs?: () => number;
  /** Default: a full garbage collection. */
  readonly collect?: () => void;
}

/**
 * Collects garbage once when a process that was busy is idle for a minute, because V8 keeps the memory of the last load as long
 * as nothing is allocated. Returns a function that ends the checks.
 */
export function collectWhenIdle(options: IdleOptions = {}): () => void {
  const { periodMs = PERIOD_MS, cpuMs = ownCpuMs, collect = collectGarbage } = options;
  let before = cpuMs();
  let worked = 0;
  const timer = setInterval(() => {
    const now = cpuMs();
    const isIdle = now - before < IDLE_SHARE * periodMs;
    worked += now - before;
    before = now;
    if (!isIdle || worked < WORTH_MS) return;
    worked = 0;
    collect();
  }, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Node has the function only with a flag, which V8 also accepts while it runs: then new contexts have it. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
