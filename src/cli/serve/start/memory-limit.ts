import { totalmem } from "node:os";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";

/** Bytes. */
export interface MemoryUse {
  /** Bytes of old objects in the heap of JavaScript that the last full garbage collection left. */
  readonly heap: number;
  /**
   * Limit for old objects; Node ends the process when it is reached, even if there is memory for young
   * objects.
   */
  readonly heapLimit: number;
  /** The heap, and memory outside of it. */
  readonly all: number;
  /** Memory limit of the machine, or of the container. */
  readonly limit: number;
}

interface MemoryLimit {
  /** Why there is no memory for another object; undefined: there is. */
  shortage(): string | undefined;
  close(): void;
}

/** The rest is for requests that are under way, and for garbage. */
const MOST = 0.8;
const SAMPLE_MS = 100;
const MB = 2 ** 20;

/** Looks how much memory is in use, now and then: Node ends the process when there is none left. */
export function createMemoryLimit(
  { use, close } = measureProcess(),
  now: () => number = () => performance.now(),
): MemoryLimit {
  let sampledAt = Number.NEGATIVE_INFINITY;
  let known: string | undefined;
  return {
    shortage() {
      if (now() - sampledAt < SAMPLE_MS) return known;
      sampledAt = now();
      known = shortageOf(use());
      return known;
    },
    close,
  };
}

function shortageOf({ heap, heapLimit, all, limit }: MemoryUse): string | undefined {
  if (heap > heapLimit * MOST)
    return `no memory is left for more objects: ${megabytes(heap)} of the ${megabytes(heapLimit)} of the heap are in use (node --max-old-space-size)`;
  if (all > limit * MOST)
    return `no memory is left for more objects: ${megabytes(all)} of ${megabytes(limit)} are in use`;
  return undefined;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

/** Measures this process, which is one of several that share the memory. Default: it is alone. */
export function measureProcess(processes = 1): { use: () => MemoryUse; close: () => void } {
  let heap = 0;
  // Between collections the heap also contains garbage, up to the limit.
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isWhole)) heap = oldObjects();
  });
  observer.observe({ entryTypes: ["gc"] });
  const limit = memoryLimit() / processes;
  const heapLimit = getHeapStatistics().heap_size_limit - YOUNG_PARTS * semiSpace();
  const use = (): MemoryUse => {
    // process.memoryUsage() would read a file of the system besides.
    const { total_heap_size, external_memory } = getHeapStatistics();
    return { heap, heapLimit, all: total_heap_size + external_memory, limit };
  };
  return { use, close: () => observer.disconnect() };
}

function isWhole(entry: PerformanceEntry): boolean {
  const { detail } = entry as { detail?: { kind?: number } };
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

const oldObjects = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => !space_name.startsWith("new_"))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

/** V8 counts the limit of its heap so: that of old objects, and three times the semi space of young ones (heap.cc, `MaxReserved`). */
const YOUNG_PARTS = 3;
const DEFAULT_SEMI_SPACE = 16;
const SEMI_SPACE = /--max[-_]semi[-_]space[-_]size=(\d{1,6})/;

function semiSpace(): number {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");
  return Number(SEMI_SPACE.exec(flags)?.[1] ?? DEFAULT_SEMI_SPACE) * MB;
}

/** Without a limit the system reports a very large number, so the memory of the machine is used instead. */
function memoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}
