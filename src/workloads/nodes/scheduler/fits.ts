import type {
  Affinity,
  Node,
  Pod,
  NodeSelectorRequirement as Requirement,
  Taint,
  NodeSelectorTerm as Term,
  Toleration,
} from "../../../types/tables/core/v1-types.ts";
import { type Amounts, lacking, podRequests } from "./amounts.ts";
import { conflict, type HostPort, hostPorts } from "./host-ports.ts";

/** A node, and its free resources. */
export interface Room {
  readonly node: Node;
  readonly free: Amounts;
  /** Number of pods on the node. */
  readonly pods: number;
  /** Host ports that these pods use. */
  readonly ports: readonly HostPort[];
}

/** The chosen node, or the scheduler's text about the reasons why no node fits. */
export type Choice = { readonly node: Node } | { readonly problem: string };

/** Chooses the node with the fewest pods among those that the pod can run on. */
export function chooseNode(pod: Pod, rooms: readonly Room[]): Choice {
  if (rooms.length === 0) return { problem: "no nodes available to schedule pods" };
  const wanted = { amounts: podRequests(pod), ports: hostPorts(pod) };
  const reasons = new Map<string, number>();
  let best: Room | undefined;
  for (const room of rooms) {
    const problems = problemsOf(pod, room, wanted);
    for (const problem of problems) reasons.set(problem, (reasons.get(problem) ?? 0) + 1);
    if (problems.length === 0 && (best === undefined || room.pods < best.pods)) best = room;
  }
  if (best !== undefined) return { node: best.node };
  const counted = [...reasons].map(([reason, count]) => `${count} ${reason}`).sort();
  return { problem: `0/${rooms.length} nodes are available: ${counted.join(", ")}.` };
}

interface Wanted {
  readonly amounts: Amounts;
  readonly ports: readonly HostPort[];
}

function problemsOf(pod: Pod, { node, free, ports }: Room, wanted: Wanted): string[] {
  const tolerations = pod.spec?.tolerations ?? [];
  if (node.spec?.unschedulable === true && !tolerates(tolerations, UNSCHEDULABLE))
    return ["node(s) were unschedulable"];
  const taint = (node.spec?.taints ?? []).find(
    (one) => one.effect !== "PreferNoSchedule" && !tolerates(tolerations, one),
  );
  if (taint !== undefined) return ["node(s) had untolerated taint(s)"];
  if (!isSelected(pod, node)) return ["node(s) didn't match Pod's node affinity/selector"];
  if (conflict(wanted.ports, ports)) return ["node(s) didn't have free ports for the requested pod ports"];
  return lacking(free, wanted.amounts).map((name) =>
    name === "pods" ? "Too many pods" : `Insufficient ${name}`,
  );
}

const UNSCHEDULABLE: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };

/** True if one of the tolerations allows the taint. */
export const tolerates = (tolerations: readonly Toleration[], taint: Taint): boolean =>
  tolerations.some(
    ({ key = "", operator = "Equal", value = "", effect = "" }) =>
      (effect === "" || effect === taint.effect) &&
      (key === "" ? operator === "Exists" : key === taint.key) &&
      (operator === "Exists" || value === (taint.value ?? "")),
  );

/** Returns true if the node fulfils `nodeSelector` and the required node affinity. */
export function isSelected({ spec }: Pod, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const selected = Object.entries(spec?.nodeSelector ?? {}).every(([key, value]) => labels[key] === value);
  const terms = requiredTerms(spec?.affinity);
  return selected && (terms === undefined || terms.some((term) => termHolds(term, node)));
}

/** Returns the terms of the required node affinity; undefined if there is none. */
export const requiredTerms = (affinity: Affinity | undefined): readonly Term[] | undefined =>
  affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? undefined;

/** A term without requirements matches nothing. */
function termHolds({ matchExpressions = [], matchFields = [] }: Term, { metadata }: Node): boolean {
  const labels = metadata.labels ?? {};
  const fields = { "metadata.name": metadata.name ?? "" };
  return (
    matchExpressions.length + matchFields.length > 0 &&
    matchExpressions.every((requirement) => holds(requirement, labels)) &&
    matchFields.every((requirement) => holds(requirement, fields))
  );
}

function holds(
  { key = "", operator, values = [] }: Requirement,
  of: Readonly<Record<string, string>>,
): boolean {
  const value = Object.hasOwn(of, key) ? of[key] : undefined;
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return value !== undefined && Number(value) > Number(values[0]);
    case "Lt":
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}
