import type { KubeObject } from "../../api/meta.ts";
import type { WorkQueue } from "../base/work-queue.ts";
import { type Kind, keyOf, nameOfKind } from "./kinds.ts";
import type { ObjectCache } from "./object-cache.ts";
import { controllerOf } from "./pods/controller-ref.ts";
import { selectorOf } from "./selector-of.ts";

/**
 * Adds the controller of an object to the queue after each change of the object; for an orphan, adds all
 * objects that can adopt it.
 */
export function wakeOwners(
  cache: ObjectCache,
  kind: Kind<KubeObject>,
  ownerKind: Kind<KubeObject>,
  queue: Pick<WorkQueue, "add">,
): void {
  wakeControllers(cache, kind, ownerKind, queue);
  cache.keep(ownerKind);
  cache.listen(kind, ({ object, deleted }) => {
    if (!deleted && controllerOf(object) === undefined)
      for (const owner of adopters(cache, ownerKind, object)) queue.add(keyOf(owner));
  });
}

/** Adds the controller of an object to the queue after each change of the object. */
export function wakeControllers(
  cache: ObjectCache,
  kind: Kind<KubeObject>,
  ownerKind: Kind<KubeObject>,
  queue: Pick<WorkQueue, "add">,
): void {
  cache.listen(kind, ({ object, before }) => {
    const states = before === undefined ? [object] : [before, object];
    for (const state of states) {
      const owner = controllerOf(state);
      if (owner !== undefined && nameOfKind(owner) === nameOfKind(ownerKind))
        queue.add(`${state.metadata.namespace}/${owner.name}`);
    }
  });
}

function adopters(cache: ObjectCache, ownerKind: Kind<KubeObject>, { metadata }: KubeObject): KubeObject[] {
  return cache
    .list(ownerKind, metadata.namespace ?? "")
    .filter((owner) => selectorOf(owner).matches(metadata.labels));
}
