import { TOKEN } from "../../test/process/start-server.mjs";
import { cpuMsOf } from "./processes.mjs";

const IN_FLIGHT = 32;

export const targetOf = ({ port, ca, child }) => ({ port, ca, pid: child.pid });

/** One turn of the load on a target; throws when requests were refused. `micros`: processor time of the target per request. */
export async function runOnce(load, { port, ca, pid }, order) {
  const before = cpuMsOf(pid);
  const { result } = await load.ask({ port, ca, token: TOKEN, connections: IN_FLIGHT, ...order });
  const after = cpuMsOf(pid);
  if (result.failures > 0)
    throw new Error(`${result.failures} requests failed, the first with ${result.firstFailure}`);
  const micros = before === undefined ? undefined : ((after - before) * 1000) / result.writes;
  return { ...result, micros };
}
