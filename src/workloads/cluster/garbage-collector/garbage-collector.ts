import type { Controller, ObjectChange } from "../../base/controller.ts";
import { collect } from "./collect.ts";
import { DependencyGraph } from "./graph.ts";

/**
 * Deletes objects whose owners no longer exist. An object that is deleted in the foreground waits for its
 * dependents. If dependents are to be orphaned, the references to the owner are removed first. Otherwise
 * dependents are deleted after the owner.
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
      // An owner that waits for its dependents can be complete now.
      all(before?.owners ?? []);
    }
    const changed = (change: ObjectChange): void => {
      // Objects from before the start are not in the graph yet, and most of them never need to be.
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
