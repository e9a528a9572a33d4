import type { ConditionResult } from "../../cel/kubernetes/match-conditions.ts";
import type { Operation } from "../attributes.ts";
import type { CallLine, HookLine, PolicyLine, Verdict } from "../verdict.ts";
import { failedOpen } from "./audit-annotations.ts";

/** One observation of a metric; see `Count`. */
export interface Observation {
  readonly metric: AdmissionMetric;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Receives one observation. Histograms and summaries: `value` in seconds; counters: the number to add. */
export type Count = (
  metric: AdmissionMetric,
  labels: Readonly<Record<string, string>>,
  value: number,
) => void;

/** Metrics of admission, with kube-apiserver's names. */
export type AdmissionMetric =
  /** It also feeds the summary `apiserver_admission_step_admission_duration_seconds_summary`. */
  | "apiserver_admission_step_admission_duration_seconds"
  | "apiserver_admission_controller_admission_duration_seconds"
  | "apiserver_admission_webhook_admission_duration_seconds"
  | "apiserver_admission_webhook_rejection_count"
  | "apiserver_admission_webhook_fail_open_count"
  | "apiserver_admission_webhook_request_total"
  | "apiserver_admission_match_condition_evaluation_errors_total"
  | "apiserver_admission_match_condition_exclusions_total"
  | "apiserver_admission_match_condition_evaluation_seconds"
  | "apiserver_validating_admission_policy_check_total"
  | "apiserver_validating_admission_policy_check_duration_seconds"
  | "apiserver_mutating_admission_policy_check_total"
  | "apiserver_mutating_admission_policy_check_duration_seconds"
  | "apiserver_webhooks_x509_missing_san_total"
  | "apiserver_webhooks_x509_insecure_sha1_total";

/** Returns the observations of one admission (apiserver/pkg/admission/metrics/metrics.go, AdmissionMetrics). */
export function admissionMetricsOf(verdict: Verdict): Observation[] {
  const observations: Observation[] = [];
  const count: Count = (metric, labels, value) => observations.push({ metric, labels, value });
  countPhases(verdict, count);
  countPlugins(verdict, count);
  countHooks(verdict, count);
  return observations;
}

/**
 * Calls `count` for each observation, without a list: every request of a server ends here. The times of the single plugins are left
 * out, because they are very many values.
 */
export function countAdmission(verdict: Verdict, count: Count): void {
  countPhases(verdict, count);
  countHooks(verdict, count);
}

function countPhases({ attributes: { operation }, phases }: Verdict, count: Count): void {
  for (const { phase, milliseconds, error } of phases) {
    const labels = { type: phase, operation, rejected: String(error !== undefined) };
    count("apiserver_admission_step_admission_duration_seconds", labels, milliseconds / 1000);
  }
}

function countPlugins({ attributes: { operation }, plugins }: Verdict, count: Count): void {
  for (const { plugin, phase, milliseconds, error } of plugins) {
    const labels = { name: plugin, type: phase, operation, rejected: String(error !== undefined) };
    count("apiserver_admission_controller_admission_duration_seconds", labels, milliseconds / 1000);
  }
}

function countHooks({ attributes: { operation }, asked, askedPolicies }: Verdict, count: Count): void {
  for (const line of asked) {
    conditionMetrics(count, line, operation);
    if (line.call !== undefined) callMetrics(count, line, line.call, operation);
  }
  for (const line of askedPolicies) policyMetrics(count, line, operation);
}

const typeOf = ({ phase }: HookLine): string => (phase === "admit" ? "admit" : "validating");

function callMetrics(count: Count, line: HookLine, call: CallLine, operation: Operation): void {
  for (const { kind } of call.certificates) {
    const metric =
      kind === "missing-san"
        ? "apiserver_webhooks_x509_missing_san_total"
        : "apiserver_webhooks_x509_insecure_sha1_total";
    count(metric, {}, 1);
  }
  const name = line.hook.name;
  const type = typeOf(line);
  if (failedOpen(call)) {
    count("apiserver_admission_webhook_fail_open_count", { name, type }, 1);
  }
  if (call.outcome.kind === "failed" && call.outcome.failure === "panic") return;
  const { code, rejected, errorType } = countOf(call);
  const labels = { name, type, operation, rejected: String(rejected) };
  const counted = String(Math.min(code, 600));
  const withCode = { name, type, operation, rejected: labels.rejected, code: counted };
  count("apiserver_admission_webhook_admission_duration_seconds", labels, call.milliseconds / 1000);
  count("apiserver_admission_webhook_request_total", withCode, 1);
  if (errorType === undefined) return;
  const why = { name, type, operation, error_type: errorType, rejection_code: counted };
  count("apiserver_admission_webhook_rejection_count", why, 1);
}

interface CallCount {
  readonly code: number;
  readonly rejected: boolean;
  /** Absent: no rejection is counted. */
  readonly errorType?: "no_error" | "calling_webhook_error" | "apiserver_internal_error";
}

function countOf({ outcome }: CallLine): CallCount {
  switch (outcome.kind) {
    case "allowed":
      return { code: 200, rejected: false };
    case "rejected":
      return { code: outcome.error.code, rejected: true, errorType: "no_error" };
    case "error":
      return { code: 0, rejected: true, errorType: "apiserver_internal_error" };
    case "failed": {
      const { code, ignored, canceled } = outcome;
      if (ignored || canceled) return { code, rejected: !ignored };
      return { code, rejected: true, errorType: "calling_webhook_error" };
    }
  }
}

function conditionMetrics(count: Count, line: HookLine, operation: Operation): void {
  const { conditions, hook } = line;
  if (conditions === undefined || conditions.kind === "match") return;
  const labels = { name: hook.name, kind: "webhook", type: typeOf(line), operation };
  evaluationMetrics(count, conditions, labels);
  if (line.filter?.kind !== "matchConditions") return;
  const metric = "apiserver_admission_match_condition_exclusions_total";
  // kube-apiserver has another name for the phase in this one metric.
  count(metric, { ...labels, type: line.phase }, 1);
}

/** Counts the conditions that did not match. */
function evaluationMetrics(
  count: Count,
  conditions: ConditionResult & { kind: "exclude" | "error" },
  labels: Observation["labels"],
): void {
  if (conditions.errors) {
    const metric = "apiserver_admission_match_condition_evaluation_errors_total";
    count(metric, labels, conditions.errors);
  }
  if (conditions.seconds !== undefined) {
    const metric = "apiserver_admission_match_condition_evaluation_seconds";
    count(metric, labels, conditions.seconds);
  }
}

function policyMetrics(count: Count, line: PolicyLine, operation: Operation): void {
  const { policy, conditions, checks } = line;
  if (conditions !== undefined && conditions.kind !== "match")
    evaluationMetrics(count, conditions, { name: policy.name, kind: "policy", type: "validate", operation });
  for (const { actions, errorType, seconds } of checks)
    for (const action of actions) {
      const labels = {
        policy: policy.name,
        policy_binding: line.binding?.name ?? "",
        error_type: errorType,
        ...(policy.phase === "validating" && { enforcement_action: action }),
      };
      count(`apiserver_${policy.phase}_admission_policy_check_total`, labels, 1);
      count(`apiserver_${policy.phase}_admission_policy_check_duration_seconds`, labels, seconds);
    }
}
