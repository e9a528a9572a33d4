import { setTimeout as sleep } from "node:timers/promises";
import { timerMs } from "../../../async/timer-ms.ts";
import type { HealthCheck } from "../../../server/health/health-checks.ts";

/** Steps of a server between the signal to stop and its end. */
export interface Shutdown {
  /** Check that fails from the signal on, so that load balancers send no more requests to this server. */
  readonly check: HealthCheck;
  /** Resolves when the server has answered for as long as it was to (apiserver/pkg/server/genericapiserver.go, RunWithContext). */
  begin(): Promise<void>;
}

/** `wait` is for tests. */
export function shutdownAfter(
  milliseconds: number,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Shutdown {
  let begun = false;
  return {
    check: {
      name: "shutdown",
      after: [],
      // Every server has its name in the reports.
      endpoints: [],
      async check() {
        if (begun) throw new Error("process is shutting down");
      },
    },
    async begin() {
      begun = true;
      if (milliseconds > 0) await wait(timerMs(milliseconds));
    },
  };
}
