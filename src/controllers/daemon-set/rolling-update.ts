import { isAvailable } from "../workloads/pods.ts";
import { scaledValue } from "../workloads/scaled-value.ts";
import type { DaemonSet, Pod } from "../workloads/types.ts";
import { belongs, type DaemonView, isCurrent, nameOf } from "./placement.ts";

export interface DaemonSteps {
  /** The nodes that get a pod. */
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
}

type ByNode = ReadonlyMap<string, readonly Pod[]>;

/** So many nodes may have two pods while their pod is replaced. */
const surgeOf = ({ spec }: DaemonSet, wanted: number): number =>
  spec?.updateStrategy?.type === "OnDelete"
    ? 0
    : scaledValue(spec?.updateStrategy?.rollingUpdate?.maxSurge ?? 0, wanted, true);

/** Whether a node may have two pods at a time. */
export const allowsSurge = (set: DaemonSet): boolean => surgeOf(set, 1) > 0;

/** The next steps from pods of an older template to those of the newest one. As pkg/controller/daemon, rollingUpdate. */
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

/** As many as may be missing at a time; those that do not work anyhow go first. */
function outdated(view: DaemonView, byNode: ByNode, wanted: ReadonlySet<string>): Pod[] {
  const { set, pods, hash } = view;
  const most = scaledValue(set.spec?.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, wanted.size, true);
  const missing = [...wanted].filter(
    (node) => !(byNode.get(node) ?? []).some((pod) => works(view, pod)),
  ).length;
  const old = pods.filter((pod) => !isCurrent(pod, hash) && isAlive(pod));
  const broken = old.filter((pod) => !works(view, pod));
  // At least one, or nothing could ever change.
  return [
    ...broken,
    ...old.filter((pod) => works(view, pod)).slice(0, Math.max(0, Math.max(1, most) - missing)),
  ];
}

interface Situation {
  /** Gets a new pod next: its old one does not work. */
  readonly at?: "once" | "turn" | "busy" | "left";
  readonly remove?: Pod;
  readonly works: boolean;
}

/** New pods come first, `surge` at a time; an old pod goes when the new one of its node is available. */
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
  // More than one of a kind: they are removed first.
  if (moreNew.length + moreOld.length > 0) return { at: "busy", works: false };
  if (old === undefined) return { works: newPod !== undefined && works(view, newPod) };
  const oldWorks = works(view, old);
  if (newPod !== undefined)
    return works(view, newPod) ? { remove: old, works: oldWorks } : { at: "busy", works: oldWorks };
  if (!isWanted) return { ...(oldWorks ? { at: "left" } : {}), remove: old, works: oldWorks };
  return { at: oldWorks ? "turn" : "once", works: oldWorks };
}
