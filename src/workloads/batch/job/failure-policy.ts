import type { Job, PodFailurePolicyRule as PodFailureRule } from "../../../types/tables/batch/v1-types.ts";
import type { ContainerStatus, Pod } from "../../../types/tables/core/v1-types.ts";

/** The decision of a Job's failure policy about a failed pod. */
export interface Verdict {
  /** `Ignore`, `Count`, `FailIndex` or `FailJob`; undefined: no rule matches. */
  readonly action?: string | undefined;
  /** True if the failure counts towards the limits. */
  readonly counts: boolean;
  /** The reason why the Job fails, for `FailJob`. */
  readonly message?: string;
}

const COUNTED: Verdict = { counts: true };

/** Returns the decision of the first matching rule: matchPodFailurePolicy of the reference. */
export function verdictOn(pod: Pod, { spec }: Job): Verdict {
  const rules = spec?.podFailurePolicy?.rules ?? [];
  for (const [index, rule] of rules.entries()) {
    const match = matchOf(pod, rule);
    if (match === undefined) continue;
    const { action } = rule;
    const message = `${match} matching ${action} rule at index ${index}`;
    return { action, counts: action !== "Ignore", ...(action === "FailJob" ? { message } : {}) };
  }
  return COUNTED;
}

/** Returns a text about the match of a pod and a rule; undefined if they do not match. */
function matchOf({ metadata, status }: Pod, { onExitCodes, onPodConditions = [] }: PodFailureRule) {
  const pod = `${metadata.namespace}/${metadata.name}`;
  if (onExitCodes !== undefined) {
    const containers = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
    const found = containers.find((container) => hasExitCode(container, onExitCodes));
    const code = found?.state?.terminated?.exitCode;
    return found && `Container ${found.name} for pod ${pod} failed with exit code ${code}`;
  }
  const condition = status?.conditions?.find((one) =>
    onPodConditions.some((pattern) => pattern.type === one.type && pattern.status === one.status),
  );
  return condition && `Pod ${pod} has condition ${condition.type}`;
}

function hasExitCode(
  { name, state }: ContainerStatus,
  { containerName, operator, values: listed }: NonNullable<PodFailureRule["onExitCodes"]>,
): boolean {
  const code = state?.terminated?.exitCode ?? 0;
  if (code === 0 || (containerName !== undefined && containerName !== name)) return false;
  const values = listed ?? [];
  return operator === "In" ? values.includes(code) : operator === "NotIn" && !values.includes(code);
}
