import type { KubeObject } from "../../api/meta.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import { RequestError } from "./client.ts";
import type { WorkloadContext } from "./context.ts";
import { type Kind, keyOf } from "./kinds.ts";

/** Number of tries of a write, for example after a conflict, as in the reference. */
const TRIES = 2;

/**
 * Writes the status of a synced object, unless it is unchanged. The status describes the spec that was
 * synced: clients conclude from `observedGeneration` that a newer spec has been seen. `statusOf` receives the
 * synced object with its current status.
 */
export async function writeStatus<T extends KubeObject & { status?: unknown }>(
  { cache, writer }: Pick<WorkloadContext, "cache" | "writer">,
  kind: Kind<T>,
  worked: T,
  statusOf: (object: T) => T["status"],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const now = cache.find(kind, keyOf(worked));
    if (now === undefined || now.metadata.uid !== worked.metadata.uid) return;
    const status = statusOf({ ...worked, status: now.status });
    if (semanticEqual(now.status, status)) return;
    try {
      await writer.update(kind, { ...now, status }, "status");
      return;
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return;
      if (tries >= TRIES) throw error;
    }
  }
}
