import type { Controller, ObjectChange } from "../controller.ts";
import { collect } from "./collect.ts";
import { DependencyGraph } from "./graph.ts";

/**
 * Deletes what nobody owns any more. Objects that are deleted in the foreground wait for what they own; those that leave
 * orphans behind are taken out of the references first; all others are followed by what they owned.
 */
export const garbageCollector: Controller = {
  name: "garbage-collector-controller",
  alias: "garbagecollector",
  start(context) {
    const graph = new DependencyGraph();
    const work = context.queue((uid) => collect(context, graph, uid, gone));
    const all = (nodes: readonly { uid: string }[]): void => {
      for (const { uid } of nodes) work.add(uid);
    };
    function gone(uid: string): void {
      const before = graph.remove(uid);
      all(graph.dependentsOf(uid));
      // An owner that waits for what it owns may be done now.
      all(before?.owners ?? []);
    }
    const changed = (change: ObjectChange): void => {
      // Nothing is known yet of what was there before, and nothing need be of most of it.
      if (change.wasThere && !change.mentions("ownerReferences") && !change.mentions("deletionTimestamp"))
        return;
      const { before, after } = graph.put(change.object);
      if (after === undefined && before === undefined) return;
      if (after !== undefined) work.add(after.uid);
      if (after?.foreground === true && before?.foreground !== true) all(graph.dependentsOf(after.uid));
      all((before?.owners ?? []).filter(({ uid }) => graph.get(uid)?.foreground === true));
    };
    return (change) => {
      const { uid = "" } = change.object.metadata;
      if (change.deleted) gone(uid);
      else changed(change);
    };
  },
};
