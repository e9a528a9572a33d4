import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** As `gc()` of `--expose-gc` does. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** Bytes of the heap that are in use after a collection. */
export function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
