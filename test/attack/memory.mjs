import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Resident memory of a process in MB. */
export function residentMb(pid) {
  const status = `/proc/${pid}/status`;
  const kb = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(kb) / 1024);
}

/** Measures the memory continuously. `peak` returns the maximum since its last call. */
export function watchMemory(pid) {
  let most = residentMb(pid);
  const timer = setInterval(look, 100);
  // The code that waits for the process reports its end.
  function look() {
    try {
      most = Math.max(most, residentMb(pid));
    } catch {
      clearInterval(timer);
    }
  }
  return {
    peak() {
      const found = Math.max(most, residentMb(pid));
      most = 0;
      return found;
    },
    stop: () => clearInterval(timer),
  };
}
