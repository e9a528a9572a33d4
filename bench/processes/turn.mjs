import { readFileSync } from "node:fs";
import { cpuMsOf } from "../parts/processes.mjs";

/** One turn of the load on a server. Times are µs of processor time for each write: of each process of the server, and of the others. */
export async function turn(load, { pid }, others, order) {
  const servers = processesOf(pid);
  const pids = { ...others, parent: servers.includes(pid) ? undefined : pid };
  const times = () =>
    [...servers, ...Object.values(pids)].map((one) => (one === undefined ? 0 : cpuMsOf(one)));
  const before = times();
  const { result } = await load.ask(order);
  if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${result.firstFailure}`);
  const used = times().map((time, i) => ((time - before[i]) * 1000) / result.writes);
  const named = Object.keys(pids).map((name, i) => [name, pids[name] && used[servers.length + i]]);
  return {
    perSecond: result.perSecond,
    servers: used.slice(0, servers.length),
    ...Object.fromEntries(named),
  };
}

/** The processes that answer requests: those that the process has started, or itself. */
export function processesOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children === "" ? [pid] : children.split(" ").map(Number);
}

export const medianOf = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
