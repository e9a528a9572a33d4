import type { HealthCheck } from "../../../server/health/health-checks.ts";
import type { Log } from "../../../server/log.ts";
import type { TellOfSpace } from "../../../storage/index.ts";

/** Reports of a server about the disk of its store. */
export interface DiskSpace {
  /**
   * Check of `/readyz`: fails while the disk has room for deletions only. `/livez` does not have it, because
   * a restart makes no room.
   */
  readonly check: HealthCheck;
  readonly tell: TellOfSpace;
}

/** Logs when the disk becomes full, and when it has room again. */
export function diskSpace(log: Log): DiskSpace {
  let problem: string | undefined;
  return {
    check: {
      name: "storage-space",
      after: ["etcd-readiness", "etcd"],
      endpoints: ["readyz"],
      async check() {
        if (problem !== undefined) throw new Error(problem);
      },
    },
    tell(found) {
      problem = found;
      if (found === undefined) log("info", "the disk has room for the store again");
      else log("error", "the disk is full", { error: found });
    },
  };
}
