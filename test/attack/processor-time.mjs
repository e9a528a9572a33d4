import { existsSync, readFileSync } from "node:fs";

/** Processor time of a process's main thread so far, in milliseconds; undefined if the system does not provide it. */
export const mainThreadMs = (pid) => usedMs(`/proc/${pid}/task/${pid}/stat`);

/** Processor time of all threads of a process so far, in milliseconds; undefined if the system does not provide it. */
export const processMs = (pid) => usedMs(`/proc/${pid}/stat`);

function usedMs(stat) {
  if (!existsSync(stat)) return undefined;
  const fields = readFileSync(stat, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const TICK_MS = 10;
