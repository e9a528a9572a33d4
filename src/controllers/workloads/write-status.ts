import type { KubeObject } from "../../api/meta.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import { RequestError } from "./client.ts";
import type { WorkloadContext } from "./context.ts";
import { type Kind, keyOf } from "./kinds.ts";

/** As often as the reference tries it when somebody else wrote in between. */
const TRIES = 2;

/**
 * Writes the status of an object that was worked on, unless it says the same already. It is about the spec that was worked
 * on: clients take `observedGeneration` for the word that a newer spec has been seen. `statusOf` is given that object
 * with the status that it has now.
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
