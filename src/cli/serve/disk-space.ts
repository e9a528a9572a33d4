import type { HealthCheck } from "../../server/handle/health-checks.ts";
import type { Log } from "../../server/log.ts";
import type { TellOfSpace } from "../../storage/index.ts";

/** What a server tells about the disk of its store. */
export interface DiskSpace {
  /** Of `/readyz`: fails while only deletions get room. `/livez` does not have it, because a restart makes no room. */
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
