import type { KubeObject } from "../../api/meta.ts";
import type { WorkQueue } from "../base/work-queue.ts";
import type { WorkloadContext } from "./context.ts";
import { type Kind, keyOf } from "./kinds.ts";

/**
 * Syncs one object. Returns true if the work is complete, false for a retry, and "step" if something was
 * written and the object has to be synced again at once.
 */
export type Sync<T> = (
  context: WorkloadContext,
  object: T,
  again: (milliseconds: number) => void,
) => Promise<boolean | "step">;

/**
 * Largest number of steps of one sync. An object usually needs few steps before it waits for others; further
 * steps are done later.
 */
const MOST_STEPS = 20;

/** Syncs the objects of a kind when they change, and when their keys are added to the queue. */
export function workOn<T extends KubeObject>(
  context: WorkloadContext,
  kind: Kind<T>,
  sync: Sync<T>,
): WorkQueue {
  const { cache } = context;
  const queue = context.queue(async (key, again) => {
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const object = cache.find(kind, key);
      if (object === undefined) return true;
      const done = await sync(context, object, again);
      if (done !== "step") return done;
    }
    return false;
  });
  cache.listen(kind, ({ object, deleted }) => {
    if (!deleted) queue.add(keyOf(object));
  });
  return queue;
}
