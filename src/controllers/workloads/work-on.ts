import type { KubeObject } from "../../api/meta.ts";
import type { WorkQueue } from "../work-queue.ts";
import type { WorkloadContext } from "./context.ts";
import { type Kind, keyOf } from "./kinds.ts";

/**
 * Works on one object. Answers whether it is done with it; `step`: something was written, and what is there now is looked
 * at once more.
 */
export type Sync<T> = (
  context: WorkloadContext,
  object: T,
  again: (milliseconds: number) => void,
) => Promise<boolean | "step">;

/** An object takes few steps until it has to wait for others: whatever takes more begins again later. */
const MOST_STEPS = 20;

/** Works on the objects of a kind when they change, and when somebody adds their keys to the queue. */
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
