import { formatTime } from "../../../api/time.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import type { Node, Pod } from "../../../types/tables/core/v1-types.ts";
import { RequestError } from "../../shared/client.ts";
import { findCondition } from "../../shared/conditions.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { keyOf, NODES, objectPath, PODS } from "../../shared/kinds.ts";
import { isActive } from "../../shared/pods/pods.ts";
import { amountsOf } from "./amounts.ts";
import { chooseNode } from "./fits.ts";
import { NodeUsage } from "./node-usage.ts";

const NAME = "default-scheduler";

/** Binds pods to nodes that have room for them. It ignores affinity among pods, topology spread and preemption. */
export const scheduler: WorkloadController = {
  start(context) {
    const { cache } = context;
    const usage = new NodeUsage();
    const unscheduled = new Set<string>();
    const queue = context.queue((key) => schedule(context, usage, unscheduled, key));
    cache.listen(PODS, ({ object, before, deleted }) => {
      const pod = PODS.of(object);
      const isGone = deleted || pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
      if (isGone) unscheduled.delete(keyOf(pod));
      if (isGone || pod.spec?.nodeName !== undefined)
        usage.place(pod, isGone ? undefined : pod.spec?.nodeName);
      if (before !== undefined && before.metadata.uid !== pod.metadata.uid)
        usage.place(PODS.of(before), undefined);
      if (!deleted && isWaiting(pod)) queue.add(keyOf(pod));
      if (isGone) for (const key of unscheduled) queue.add(key);
    });
    cache.listen(NODES, ({ object, before }) => {
      if (before !== undefined && !mattersToPods(NODES.of(before), NODES.of(object))) return;
      for (const key of unscheduled) queue.add(key);
    });
  },
};

const isWaiting = (pod: Pod): boolean =>
  pod.spec?.nodeName === undefined &&
  (pod.spec?.schedulerName ?? NAME) === NAME &&
  (pod.spec?.schedulingGates ?? []).length === 0 &&
  isActive(pod);

const mattersToPods = (before: Node, now: Node): boolean =>
  !semanticEqual(before.spec, now.spec) ||
  !semanticEqual(before.metadata.labels, now.metadata.labels) ||
  !semanticEqual(before.status?.allocatable, now.status?.allocatable);

async function schedule(
  context: WorkloadContext,
  usage: NodeUsage,
  unscheduled: Set<string>,
  key: string,
): Promise<boolean> {
  const { cache } = context;
  const pod = cache.find(PODS, key);
  if (pod === undefined || !isWaiting(pod) || usage.isPlaced(pod)) return true;
  const rooms = cache.all(NODES).map((node) => {
    const name = node.metadata.name ?? "";
    const free = usage.free(name, amountsOf(node.status?.allocatable));
    return { node, free, pods: usage.podsOn(name), ports: usage.portsOn(name) };
  });
  const choice = chooseNode(pod, rooms);
  if ("problem" in choice) {
    unscheduled.add(key);
    return reportProblem(context, pod, choice.problem);
  }
  unscheduled.delete(key);
  return bind(context, usage, pod, choice.node.metadata.name ?? "");
}

async function bind(
  { writer, events }: WorkloadContext,
  usage: NodeUsage,
  pod: Pod,
  node: string,
): Promise<boolean> {
  const { name, namespace, uid } = pod.metadata;
  usage.place(pod, node);
  try {
    await writer.post(PODS, pod, "binding", {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name, namespace, uid },
      target: { kind: "Node", name: node },
    });
  } catch (error) {
    usage.place(pod, undefined);
    if (!(error instanceof RequestError)) throw error;
    if (error.status === 404) return true;
    events.warning(
      pod,
      "FailedScheduling",
      `binding rejected: running Bind plugin "DefaultBinder": ${error.message}`,
    );
    return false;
  }
  events.normal(pod, "Scheduled", `Successfully assigned ${namespace}/${name} to ${node}`);
  return true;
}

/**
 * Writes the reason why a pod has no node into its status. The pod is tried again after a change that can
 * help.
 */
async function reportProblem(
  { api, events, now }: WorkloadContext,
  pod: Pod,
  message: string,
): Promise<boolean> {
  const known = findCondition(pod.status?.conditions, "PodScheduled");
  if (known?.status === "False" && known.message === message) return true;
  events.warning(pod, "FailedScheduling", message);
  const condition = {
    type: "PodScheduled",
    status: "False",
    reason: "Unschedulable",
    message,
    lastProbeTime: null,
    lastTransitionTime: known?.status === "False" ? known.lastTransitionTime : formatTime(now()),
  };
  const patch = { metadata: { uid: pod.metadata.uid }, status: { conditions: [condition] } };
  const { status } = await api.patch("strategic", `${objectPath(PODS, pod)}/status`, patch);
  return status < 500;
}
