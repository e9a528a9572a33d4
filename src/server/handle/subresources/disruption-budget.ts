import type { KubeObject } from "../../../api/meta.ts";
import { compileLabelSelector } from "../../../api/selectors/label-selector.ts";
import { forbidden, plainError, StatusError } from "../../../api/status.ts";
import { formatTime } from "../../../api/time.ts";
import { type JsonObject, membersOf, record } from "../../../json/value.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { Entry } from "../../../storage/storage.ts";
import type { PodDisruptionBudgetStatus as BudgetStatus } from "../../../types/tables/policy/v1-types.ts";
import { writeStatusInternally } from "../../background/internal-requests.ts";
import type { Reads } from "../read/reads.ts";
import type { InternalWrites } from "../write/writes.ts";

const ALLOWED = "DisruptionAllowed";

const MAX_DISRUPTED = 2000;

/** Takes one allowed disruption from the budget that covers the pod; refuses if none is left (policy/v1). */
export async function chargeBudget(
  writes: InternalWrites,
  namespace: string,
  pod: KubeObject,
  dryRun: boolean,
): Promise<void> {
  const phase = membersOf<{ phase?: string }>(pod.status).phase;
  if (
    phase === "Succeeded" ||
    phase === "Failed" ||
    phase === "Pending" ||
    pod.metadata.deletionTimestamp !== undefined
  )
    return;
  for (;;) {
    const budgets = await budgetsFor(writes, namespace, pod);
    const [budget] = budgets;
    if (budget === undefined) return;
    if (budgets.length > 1)
      throw plainError(
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      );
    if (mayGoUnhealthy(objectOf(budget), pod)) return;
    const next = charged(objectOf(budget), pod.metadata.name ?? "", writes.now());
    if (dryRun || (await isWritten(writes, next))) return;
  }
}

/** Writes the budget. False: another writer has changed it in the meantime. */
async function isWritten(writes: InternalWrites, budget: KubeObject): Promise<boolean> {
  try {
    await writeStatusInternally(writes, budget);
    return true;
  } catch (error) {
    if (error instanceof StatusError && error.reason === "Conflict") return false;
    throw error;
  }
}

async function budgetsFor(reads: Reads, namespace: string, pod: KubeObject): Promise<Entry[]> {
  const { entries } = await reads.storage.list(`/registry/poddisruptionbudgets/${namespace}/`);
  return entries.filter((entry) => {
    const { selector } = record(objectOf(entry).spec);
    return compileLabelSelector(selector).matches(pod.metadata.labels);
  });
}

/** True if an unready pod does not count, by the policy or because the budget is healthy without it. */
function mayGoUnhealthy(budget: KubeObject, pod: KubeObject): boolean {
  const conditions = (record(pod.status).conditions as JsonObject[] | undefined) ?? [];
  if (conditions.some((c) => c.type === "Ready" && c.status === "True")) return false;
  const policy = record(budget.spec).unhealthyPodEvictionPolicy;
  if (policy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = membersOf<BudgetStatus>(budget.status);
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

function charged(budget: KubeObject, podName: string, now: number): KubeObject {
  const name = budget.metadata.name ?? "";
  const status = membersOf<BudgetStatus>(budget.status);
  const { observedGeneration = 0, disruptionsAllowed = 0 } = status;
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
    throw tooManyDisruptions(`The disruption budget ${name} ${whyNone(status)}`, 0);
  }
  const disruptedPods = { ...status.disruptedPods, [podName]: formatTime(now) };
  const left = { ...status, disruptionsAllowed: disruptionsAllowed - 1, disruptedPods };
  return {
    ...budget,
    metadata: { ...budget.metadata },
    status: left.disruptionsAllowed > 0 ? left : { ...left, conditions: withoutAllowance(status, now) },
  };
}

function whyNone({ conditions = [], currentHealthy = 0, desiredHealthy = 0 }: BudgetStatus): string {
  const { status, reason, message = "" } = conditions.find(({ type }) => type === ALLOWED) ?? {};
  const says = status === "False" && message !== "";
  const not = "does not allow evicting pods currently";
  if (says && reason === "SyncFailed") return `${not} because it failed sync: ${message}`;
  if (currentHealthy <= desiredHealthy)
    return `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return says ? `${not} (${reason}): ${message}` : not;
}

function withoutAllowance(
  { conditions = [], observedGeneration = 0 }: BudgetStatus,
  now: number,
): NonNullable<BudgetStatus["conditions"]> {
  const before = conditions.find(({ type }) => type === ALLOWED);
  const after = {
    type: ALLOWED,
    status: "False",
    observedGeneration,
    lastTransitionTime: before?.status === "False" ? (before.lastTransitionTime ?? null) : formatTime(now),
    reason: "InsufficientPods",
    message: "",
  };
  return before === undefined ? [...conditions, after] : conditions.map((c) => (c === before ? after : c));
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
