import { type JsonObject, record } from "../../../json/value.ts";
import type { DaemonSet, DaemonSetStatus } from "../../../types/tables/apps/v1-types.ts";
import type { Node, Pod } from "../../../types/tables/core/v1-types.ts";
import { DAEMON_SETS } from "../../shared/kinds.ts";
import { controllerRef } from "../../shared/pods/controller-ref.ts";
import { podFromTemplate, templateOf } from "../../shared/pods/pod-from-template.ts";
import { isAvailable, isReady } from "../../shared/pods/pods.ts";
import {
  allTolerations,
  belongs,
  type DaemonView,
  HASH_LABEL,
  isCurrent,
  nameOf,
  podsByNode,
} from "./placement.ts";
import { allowsSurge, type DaemonSteps, rollingUpdate } from "./rolling-update.ts";

const GENERATION = "deprecated.daemonset.template.generation";

/** The next steps of a DaemonSet. */
export interface DaemonPlan extends DaemonSteps {
  /** Removed pods that have ended. An event reports each of them. */
  readonly failed: readonly Pod[];
  readonly succeeded: readonly Pod[];
}

/** Largest number of pods that are created or deleted in one step. */
const MOST_PODS = 250;

/** Plans the next steps. A rolling update begins only when no pod is missing or superfluous. */
export function planDaemons(view: DaemonView): DaemonPlan {
  const { set, nodes } = view;
  const plan: DaemonPlan = { create: [], remove: [], failed: [], succeeded: [] };
  if (set.metadata.deletionTimestamp !== undefined) return plan;
  const byNode = podsByNode(view);
  const steps = nodes.map((node) => stepsOn(view, node, byNode.get(nameOf(node))));
  const create = steps.flatMap((step) => step.create);
  const remove = steps.flatMap((step) => step.remove);
  if (create.length + remove.length === 0) return { ...plan, ...rollingUpdate(view, byNode) };
  return {
    create: create.slice(0, MOST_PODS),
    remove: remove.slice(0, MOST_PODS),
    failed: steps.flatMap((step) => step.failed),
    succeeded: steps.flatMap((step) => step.succeeded),
  };
}

/** Returns the steps for one node that come before the rolling update of pods with an older template. */
function stepsOn(view: DaemonView, node: Node, there: readonly Pod[] = []): DaemonPlan {
  const { run, stay } = belongs(view.set, node);
  const alive = there.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const create = run && there.length === 0 ? [nameOf(node)] : [];
  if (!stay) return { create, remove: alive, failed: [], succeeded: [] };
  const failed = alive.filter(({ status }) => status?.phase === "Failed");
  const succeeded = alive.filter(({ status }) => status?.phase === "Succeeded");
  const running = alive.filter((pod) => !failed.includes(pod) && !succeeded.includes(pod));
  const surges = allowsSurge(view.set);
  // With a surge, a node gets a new pod before the last ended pod is gone.
  const isLeft = surges && run && there.length > 0 && running.length === 0;
  return {
    create: isLeft ? [nameOf(node)] : create,
    remove: [...failed, ...succeeded, ...(surges ? excess(view, running) : running.slice(1))],
    failed,
    succeeded,
  };
}

/**
 * Returns the surplus pods. One old and one new pod both stay while the old one is ready and the new one is
 * not yet available.
 */
function excess({ set, hash, now }: DaemonView, running: readonly Pod[]): Pod[] {
  const [newest, ...moreNew] = running.filter((pod) => isCurrent(pod, hash));
  const [old, ...moreOld] = running.filter((pod) => !isCurrent(pod, hash));
  const isReplaced =
    newest !== undefined &&
    old !== undefined &&
    (!isReady(old) || isAvailable(newest, set.spec?.minReadySeconds ?? 0, now));
  return [...moreNew, ...moreOld, ...(isReplaced ? [old] : [])];
}

/** The status for the pods as they are now. */
export function daemonStatus(
  view: DaemonView,
  collisionCount = view.set.status?.collisionCount,
): DaemonSetStatus {
  const { set, nodes, hash, now } = view;
  const byNode = podsByNode(view);
  const count = { desired: 0, current: 0, misplaced: 0, ready: 0, available: 0, updated: 0 };
  for (const node of nodes) {
    const [oldest] = byNode.get(nameOf(node)) ?? [];
    if (!belongs(set, node).run) {
      if (oldest !== undefined) count.misplaced++;
      continue;
    }
    count.desired++;
    if (oldest === undefined) continue;
    count.current++;
    if (isReady(oldest)) count.ready++;
    if (isAvailable(oldest, set.spec?.minReadySeconds ?? 0, now)) count.available++;
    if (isCurrent(oldest, hash)) count.updated++;
  }
  const missing = count.desired - count.available;
  const { conditions } = set.status ?? {};
  return {
    currentNumberScheduled: count.current,
    numberMisscheduled: count.misplaced,
    desiredNumberScheduled: count.desired,
    numberReady: count.ready,
    observedGeneration: set.metadata.generation ?? 0,
    ...(count.updated === 0 ? {} : { updatedNumberScheduled: count.updated }),
    ...(count.available === 0 ? {} : { numberAvailable: count.available }),
    ...(missing === 0 ? {} : { numberUnavailable: missing }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

/** Returns the pod for a node. The scheduler can bind it to this node only. */
export function daemonPod(set: DaemonSet, hash: string, node: string): JsonObject {
  const template = templateOf(set);
  const generation = set.metadata.annotations?.[GENERATION];
  const labels = {
    ...template.metadata?.labels,
    [HASH_LABEL]: hash,
    ...(generation === undefined ? {} : { "pod-template-generation": generation }),
  };
  const pod = podFromTemplate({ ...template, metadata: { ...template.metadata, labels } }, DAEMON_SETS, set);
  const given = record(template.spec?.affinity);
  const nodeAffinity = record(given.nodeAffinity);
  const matchFields = [{ key: "metadata.name", operator: "In", values: [node] }];
  const known = record(nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution);
  // This term replaces the terms of the template, which `belongs` has already evaluated.
  const required = { ...known, nodeSelectorTerms: [{ matchFields }] };
  return {
    ...pod,
    metadata: { ...record(pod.metadata), ownerReferences: [controllerRef(DAEMON_SETS, set)] },
    spec: {
      ...template.spec,
      affinity: {
        ...given,
        nodeAffinity: { ...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required },
      },
      tolerations: allTolerations(template),
    },
  };
}
