import type { ContainerStatus, Job, Pod, PodFailureRule } from "../workloads/types.ts";

/** What the policy of a Job says of a failed pod. */
export interface Verdict {
  /** `Ignore`, `Count`, `FailIndex` or `FailJob`; undefined: no rule matches. */
  readonly action?: string;
  /** Whether the failure counts towards the limits. */
  readonly counts: boolean;
  /** Why the Job fails, for `FailJob`. */
  readonly message?: string;
}

const COUNTED: Verdict = { counts: true };

/** The first rule that matches decides: matchPodFailurePolicy of the reference. */
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

/** What of a pod matches a rule, in words; undefined: nothing does. */
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
  { containerName, operator, values }: NonNullable<PodFailureRule["onExitCodes"]>,
): boolean {
  const code = state?.terminated?.exitCode ?? 0;
  if (code === 0 || (containerName !== undefined && containerName !== name)) return false;
  return operator === "In" ? values.includes(code) : operator === "NotIn" && !values.includes(code);
}
