import type { JsonObject } from "../../../api/json.ts";
import { compileLabelSelector } from "../../../api/label-selector.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { forbidden, plainError, StatusError } from "../../../api/status.ts";
import type { Entry } from "../../../storage/storage.ts";
import type { House } from "../../house.ts";
import { formatTime } from "../write/identity.ts";
import { seal } from "../write/seal.ts";

interface BudgetStatus extends JsonObject {
  observedGeneration?: number;
  disruptionsAllowed?: number;
  currentHealthy?: number;
  desiredHealthy?: number;
  disruptedPods?: JsonObject;
}

const MAX_DISRUPTED = 2000;

/** Takes one allowed disruption from the budget that covers the pod; refuses when there is none left (policy/v1). */
export async function chargeBudget(
  house: House,
  namespace: string,
  pod: KubeObject,
  dryRun: boolean,
): Promise<void> {
  const phase = ((pod.status ?? {}) as { phase?: string }).phase;
  if (
    phase === "Succeeded" ||
    phase === "Failed" ||
    phase === "Pending" ||
    pod.metadata.deletionTimestamp !== undefined
  )
    return;
  for (;;) {
    const budgets = await budgetsFor(house, namespace, pod);
    const [budget] = budgets;
    if (budget === undefined) return;
    if (budgets.length > 1)
      throw plainError(
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      );
    if (mayGoUnhealthy(budget.document.value as KubeObject, pod)) return;
    const next = charged(budget.document.value as KubeObject, pod.metadata.name ?? "", house.now());
    if (dryRun) return;
    const result = await house.storage.update(budget.key, budget.revision, (revision) =>
      seal(next, revision),
    );
    if (result.kind === "written") return;
  }
}

async function budgetsFor(house: House, namespace: string, pod: KubeObject): Promise<Entry[]> {
  const { entries } = await house.storage.list(`/registry/poddisruptionbudgets/${namespace}/`);
  return entries.filter((entry) => {
    const { selector } = ((entry.document.value as KubeObject).spec ?? {}) as JsonObject;
    return compileLabelSelector(selector).matches(pod.metadata.labels);
  });
}

/** Pods that are not ready do not count, where the policy says so or the budget is healthy without them. */
function mayGoUnhealthy(budget: KubeObject, pod: KubeObject): boolean {
  const conditions = (((pod.status ?? {}) as JsonObject).conditions as JsonObject[] | undefined) ?? [];
  if (conditions.some((c) => c.type === "Ready" && c.status === "True")) return false;
  const policy = ((budget.spec ?? {}) as JsonObject).unhealthyPodEvictionPolicy;
  if (policy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = (budget.status ?? {}) as BudgetStatus;
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

function charged(budget: KubeObject, podName: string, now: number): KubeObject {
  const name = budget.metadata.name ?? "";
  const status = (budget.status ?? {}) as BudgetStatus;
  const { observedGeneration = 0, disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0 } = status;
  if (observedGeneration < (budget.metadata.generation ?? 0))
    throw tooManyDisruptions(`The disruption budget ${name} is still being processed by the server.`, 10);
  const resource = { group: "policy", resource: "poddisruptionbudget" };
  if (disruptionsAllowed < 0) throw forbidden(resource, name, "pdb disruptions allowed is negative");
  if (Object.keys(status.disruptedPods ?? {}).length > MAX_DISRUPTED)
    throw forbidden(
      resource,
      name,
      "DisruptedPods map too big - too many evictions not confirmed by PDB controller",
    );
  if (disruptionsAllowed === 0) {
    const needs = `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
    const why = currentHealthy <= desiredHealthy ? needs : "does not allow evicting pods currently";
    throw tooManyDisruptions(`The disruption budget ${name} ${why}`, 0);
  }
  const disruptedPods = { ...status.disruptedPods, [podName]: formatTime(now) };
  return {
    ...budget,
    metadata: { ...budget.metadata },
    status: { ...status, disruptionsAllowed: disruptionsAllowed - 1, disruptedPods },
  };
}

const tooManyDisruptions = (message: string, retryAfterSeconds: number): StatusError =>
  new StatusError({
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    reason: "TooManyRequests",
    details: {
      causes: [{ reason: "DisruptionBudget", message }],
      ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
    },
    code: 429,
  });
