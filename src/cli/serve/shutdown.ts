import { setTimeout as sleep } from "node:timers/promises";
import { timerMs } from "../../api/timer-ms.ts";
import type { HealthCheck } from "../../server/handle/health-checks.ts";

/** What a server does between the signal to stop and its end. */
export interface Shutdown {
  /** Fails from the signal on, so that a load balancer sends nobody here any more. */
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
