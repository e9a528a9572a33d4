import type { DaemonSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { isAvailable } from "../../shared/pods/pods.ts";
import { scaledValue } from "../../shared/scaled-value.ts";
import { belongs, type DaemonView, isCurrent, nameOf } from "./placement.ts";

/** Pods to create and to remove. */
export interface DaemonSteps {
  /** Names of the nodes that get a pod. */
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
}

type ByNode = ReadonlyMap<string, readonly Pod[]>;

/** Returns the number of nodes that may have two pods during an update. */
const surgeOf = ({ spec }: DaemonSet, wanted: number): number =>
  spec?.updateStrategy?.type === "OnDelete"
    ? 0
    : scaledValue(spec?.updateStrategy?.rollingUpdate?.maxSurge ?? 0, wanted, true);

/** Returns true if a node may have two pods at the same time. */
export const allowsSurge = (set: DaemonSet): boolean => surgeOf(set, 1) > 0;

/**
 * Returns the next steps from pods of an older template to pods of the newest one, as pkg/controller/daemon,
 * rollingUpdate.
 */
export function rollingUpdate(view: DaemonView, byNode: ByNode): DaemonSteps {
  const { set } = view;
  if (set.spec?.updateStrategy?.type === "OnDelete") return { create: [], remove: [] };
  const wanted = new Set(view.nodes.filter((node) => belongs(set, node).run).map(nameOf));
  const surge = surgeOf(set, wanted.size);
  return surge === 0
    ? { create: [], remove: outdated(view, byNode, wanted) }
    : surgeSteps(view, byNode, wanted, surge);
}

const works = ({ set, now }: DaemonView, pod: Pod): boolean =>
  isAlive(pod) && isAvailable(pod, set.spec?.minReadySeconds ?? 0, now);

const isAlive = ({ metadata }: Pod): boolean => metadata.deletionTimestamp === undefined;

/**
 * Returns the old pods to delete: all that are not available, and as many available ones as `maxUnavailable`
 * allows.
 */
function outdated(view: DaemonView, byNode: ByNode, wanted: ReadonlySet<string>): Pod[] {
  const { set, pods, hash } = view;
  const most = scaledValue(set.spec?.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, wanted.size, true);
  const missing = [...wanted].filter(
    (node) => !(byNode.get(node) ?? []).some((pod) => works(view, pod)),
  ).length;
  const old = pods.filter((pod) => !isCurrent(pod, hash) && isAlive(pod));
  const broken = old.filter((pod) => !works(view, pod));
  // At least one pod has to be deleted, otherwise the update would never progress.
  return [
    ...broken,
    ...old.filter((pod) => works(view, pod)).slice(0, Math.max(0, Math.max(1, most) - missing)),
  ];
}

interface Situation {
  /**
   * Group of a node whose pod has to be replaced, or which has both pods. "once": it gets a new pod at once,
   * because its old pod is not available. "turn": it gets a new pod within the surge. "busy": its replacement
   * is in progress. "left": it has a pod, but is no longer wanted.
   */
  readonly at?: "once" | "turn" | "busy" | "left";
  readonly remove?: Pod;
  readonly works: boolean;
}

/**
 * Creates new pods first, at most `surge` at a time. An old pod is deleted when the new pod of its node is
 * available.
 */
function surgeSteps(
  view: DaemonView,
  byNode: ByNode,
  wanted: ReadonlySet<string>,
  surge: number,
): DaemonSteps {
  const nodes = new Set([...byNode.keys(), ...wanted]);
  const found = [...nodes].map((node) => ({
    node,
    ...situationOf(view, byNode.get(node) ?? [], wanted.has(node)),
  }));
  const at = (which: Situation["at"]) => found.filter((situation) => situation.at === which);
  const room = Math.max(0, surge - at("busy").length);
  const spare = Math.max(0, found.filter((situation) => situation.works).length - wanted.size);
  const create = [...at("once"), ...at("turn").slice(0, room)].map(({ node }) => node);
  const replaced = found.filter((situation) => situation.at === undefined);
  return {
    create,
    remove: [...replaced, ...at("left").slice(0, spare)].flatMap(({ remove }) => remove ?? []),
  };
}

function situationOf(view: DaemonView, pods: readonly Pod[], isWanted: boolean): Situation {
  const alive = pods.filter(isAlive);
  const [newPod, ...moreNew] = alive.filter((pod) => isCurrent(pod, view.hash));
  const [old, ...moreOld] = alive.filter((pod) => !isCurrent(pod, view.hash));
  // Several old or several new pods: the surplus is removed first.
  if (moreNew.length + moreOld.length > 0) return { at: "busy", works: false };
  if (old === undefined) return { works: newPod !== undefined && works(view, newPod) };
  const oldWorks = works(view, old);
  if (newPod !== undefined)
    return works(view, newPod) ? { remove: old, works: oldWorks } : { at: "busy", works: oldWorks };
  if (!isWanted) return { ...(oldWorks ? { at: "left" } : {}), remove: old, works: oldWorks };
  return { at: oldWorks ? "turn" : "once", works: oldWorks };
}
