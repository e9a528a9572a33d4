import { record } from "../json/value.ts";
import type { ControllerHost, ObjectChange } from "./base/controller.ts";
import { skipsMirroring } from "./shared/slice-labels.ts";
import type { QueueFor } from "./start-workloads.ts";
import type { WorkloadEntry } from "./workload-table.ts";

/**
 * Loads and starts the workload controllers with the first object that needs one of them. A server without
 * workloads has neither their code nor their cache in memory. All controllers that `--controllers` enables
 * start together.
 */
export function lazyWorkloads(
  host: ControllerHost,
  wanted: readonly WorkloadEntry[],
  { queueFor, failed }: { readonly queueFor: QueueFor; failed(error: unknown): void },
): { changed(change: ObjectChange): void; readonly kinds: readonly string[]; stop(): Promise<void> } {
  let running: Promise<{ stop(): void }> | undefined;
  let stopped = false;
  const begin = async (): Promise<{ stop(): void }> => {
    const { startWorkloads, managerIdentity } = await import("./start-workloads.ts");
    const workloads = await Promise.all(
      wanted.map(async ({ name, account = name, component, load }) => ({
        name,
        identity: managerIdentity(host, account, component),
        controller: await load(),
      })),
    );
    return stopped ? { stop: () => {} } : startWorkloads(host, workloads, queueFor);
  };
  return {
    kinds: [...new Set(wanted.flatMap(({ wakes }) => wakes))],
    changed(change) {
      if (running !== undefined || change.deleted || stopped || !needsSomebody(change)) return;
      running = begin();
      running.catch((error: unknown) => {
        running = undefined;
        failed(error);
      });
    },
    async stop() {
      stopped = true;
      (await running?.catch(() => undefined))?.stop();
    },
  };
}

/**
 * Returns true if the object needs a workload controller. The endpoints of a Service without a selector are
 * written by its users. Endpoints can be excluded from mirroring, as those of the service `kubernetes` are,
 * which every server has.
 */
function needsSomebody({ kind, object }: ObjectChange): boolean {
  if (kind === "v1/Service") return record(object.spec).selector !== undefined;
  return kind !== "v1/Endpoints" || !skipsMirroring(object);
}
