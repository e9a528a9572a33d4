import type { AdmissionPorts } from "../../ports.ts";
import type { CallLine } from "../../verdict.ts";
import type { CallResult } from "./call-webhook.ts";

/** Line of the verdict for a call that changed nothing. */
export function callLine(
  { response, budget, startedAt, uid, attempts, certificates, outcome, answer }: CallResult,
  { now }: Pick<AdmissionPorts, "now">,
): CallLine {
  return {
    uid,
    startedAt,
    milliseconds: now() - startedAt,
    budget: budget.timeoutMs,
    remaining: budget.remaining,
    attempts,
    outcome,
    ...(answer && { answer }),
    patch: undefined,
    changed: false,
    warnings: response?.warnings ?? [],
    auditAnnotations: response?.auditAnnotations ?? {},
    certificates,
  };
}
