import { timerMs } from "../../async/timer-ms.ts";
import type { Registry } from "../../resources/registry.ts";
import type { Views } from "../admit/views/views.ts";
import type { FullServerOptions } from "../options.ts";
import { FlowControl } from "./flow-control.ts";
import { objectSizes } from "./object-sizes.ts";
import type { QueueClock } from "./queues/queue-set.ts";
import { plainLimits, type RequestLimits } from "./request-limits.ts";

/**
 * Returns priority and fairness if it is on and there is a limit; otherwise the plain limits, which count
 * reads and writes.
 */
export function openLimits(
  { inFlight, priorityAndFairness, storage, requestTimeoutMs }: FullServerOptions,
  views: Views,
  registry: () => Registry,
): RequestLimits {
  const seats = inFlight.readOnly + inFlight.mutating;
  if (!priorityAndFairness || seats === 0) return plainLimits(inFlight);
  const sizesOf = objectSizes(storage, registry, REAL_TIME.now);
  return new FlowControl({ views, seats, sizesOf, requestTimeoutMs, clock: REAL_TIME });
}

const REAL_TIME: QueueClock = {
  now: () => performance.now(),
  later(act, ms) {
    const timer = setTimeout(act, timerMs(ms)).unref();
    return () => clearTimeout(timer);
  },
};
