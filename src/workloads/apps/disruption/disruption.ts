import type { KubeObject, OwnerReference } from "../../../api/meta.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import { record } from "../../../json/value.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import type { PodDisruptionBudget } from "../../../types/tables/policy/v1-types.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import {
  BUDGETS,
  DEPLOYMENTS,
  type Kind,
  keyOf,
  nameOfKind,
  PODS,
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  STATEFUL_SETS,
} from "../../shared/kinds.ts";
import type { ObjectCache } from "../../shared/object-cache.ts";
import { controllerOf } from "../../shared/pods/controller-ref.ts";
import { selectorOf } from "../../shared/selector-of.ts";
import { workOn } from "../../shared/work-on.ts";
import { budgetStatus, failedStatus, needsScale, nextRecheck } from "./plan.ts";

/** Writes the number of pods that may be evicted into the status of a PodDisruptionBudget. */
export const disruptionController: WorkloadController = {
  start(context) {
    const { cache } = context;
    const queue = workOn(context, BUDGETS, sync);
    for (const kind of SCALED) cache.keep(kind);
    const wake = (namespace: string, matches: (budget: PodDisruptionBudget) => boolean): void => {
      for (const budget of cache.list(BUDGETS, namespace)) if (matches(budget)) queue.add(keyOf(budget));
    };
    cache.listen(PODS, ({ object, before }) =>
      wake(
        object.metadata.namespace ?? "",
        (budget) =>
          selectorOf(budget).matches(object.metadata.labels) ||
          (before !== undefined && selectorOf(budget).matches(before.metadata.labels)),
      ),
    );
    for (const kind of SCALED)
      cache.listen(kind, ({ object, before }) => {
        const [was, is] = [record(before?.spec).replicas, record(object.spec).replicas];
        if (was !== is) wake(object.metadata.namespace ?? "", needsScale);
      });
  },
};

const SCALED: readonly Kind<KubeObject>[] = [
  DEPLOYMENTS,
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  STATEFUL_SETS,
];

async function sync(
  context: WorkloadContext,
  budget: PodDisruptionBudget,
  again: (milliseconds: number) => void,
): Promise<boolean> {
  const { cache, writer, events, now } = context;
  const selector = selectorOf(budget);
  const pods = cache
    .list(PODS, budget.metadata.namespace ?? "")
    .filter(({ metadata }) => selector.matches(metadata.labels));
  if (pods.length === 0) events.normal(budget, "NoPods", "No matching pods found");
  const scale = needsScale(budget) ? scaleOf(context, pods) : { expected: undefined };
  const failed = "problem" in scale;
  if (failed)
    events.warning(
      budget,
      "CalculateExpectedPodCountFailed",
      `Failed to calculate the number of expected pods: ${scale.problem}`,
    );
  const status = failed
    ? failedStatus(budget, scale.problem, now())
    : budgetStatus(budget, pods, { ...scale, now: now() });
  if (!semanticEqual(status, budget.status)) await writer.update(BUDGETS, { ...budget, status }, "status");
  const wait = failed ? undefined : nextRecheck(status, now());
  if (wait !== undefined) again(wait);
  return !failed;
}

/** Returns the total size of the controllers of these pods. Pods without a controller do not count. */
function scaleOf(
  { cache }: WorkloadContext,
  pods: readonly Pod[],
): { readonly expected: number } | { readonly problem: string } {
  const sizes = new Map<string, number>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (owner === undefined) continue;
    const found = sizeOf(cache, pod.metadata.namespace ?? "", owner);
    if (found === undefined) return { problem: `found no controllers for pod "${pod.metadata.name}"` };
    sizes.set(found.uid, found.replicas);
  }
  return { expected: [...sizes.values()].reduce((total, size) => total + size, 0) };
}

interface Size {
  readonly uid: string;
  readonly replicas: number;
}

function sizeOf(cache: ObjectCache, namespace: string, reference: OwnerReference): Size | undefined {
  const known = SCALED.find((kind) => nameOfKind(kind) === nameOfKind(reference));
  const found = known === undefined ? undefined : cache.get(known, namespace, reference.name);
  if (found === undefined || found.metadata.uid !== reference.uid) return undefined;
  const above = known === REPLICA_SETS ? controllerOf(found) : undefined;
  if (above?.kind === "Deployment") return sizeOf(cache, namespace, above);
  return { uid: reference.uid, replicas: Number(record(found.spec).replicas ?? 1) };
}
