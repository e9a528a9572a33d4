import {
  type AdmissionMetric,
  type Count,
  countAdmission,
} from "../../admission/readers/admission-metrics.ts";
import { Exposition } from "../../metrics/exposition.ts";
import { createCounter, createHistogram, createSummary, type Observe } from "../../metrics/instruments.ts";
import type { LoopUser } from "../loop/loop-budget.ts";
import type { Recorder } from "./recorder.ts";
import { requestObservers } from "./request-metrics.ts";

const STEP = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const WEBHOOK = [...STEP, 10, 25];
const HELD = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const CONDITION = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const POLICY = [0.0000005, 0.001, 0.01, 0.1, 1];
const SUMMARY = "apiserver_admission_step_admission_duration_seconds_summary";

/** As the reference names its text format. */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

/**
 * Prometheus metrics of requests and of admission (apiserver/pkg/endpoints/metrics/metrics.go, MonitorRequest), read
 * from what requests leave behind.
 */
export function createMetrics(): {
  recorder: Recorder;
  /** A request, or work that belongs to none, held the event loop for so many milliseconds. */
  held(context: LoopUser | undefined, ms: number): void;
  text(): Promise<{ contentType: string; text: string }>;
} {
  const exposition = new Exposition();
  const admission = admissionObservers(exposition);
  const requests = requestObservers(exposition);
  const held = createHistogram(
    {
      exposition,
      name: "sallyport_event_loop_held_seconds",
      help: "Time for which the event loop was held by one request, where that was longer than 0.1 s.",
    },
    HELD,
  );
  const count: Count = (metric, labels, value) => admission[metric](labels, value);
  return {
    recorder: {
      begin(context) {
        requests.started(context);
        return (response) => {
          requests.finished(context, response.status);
          for (const verdict of context.verdicts) countAdmission(verdict, count);
          return response;
        };
      },
    },
    held: (context, ms) =>
      held({ verb: context?.info.verb ?? "", resource: context?.served?.resource ?? "" }, ms / 1000),
    text: async () => ({ contentType: CONTENT_TYPE, text: await exposition.unhurried() }),
  };
}

function admissionObservers(exposition: Exposition): Readonly<Record<AdmissionMetric, Observe>> {
  const histogram = (name: AdmissionMetric, help: string, buckets: number[]): Observe =>
    createHistogram({ exposition, name, help }, buckets);
  const counter = (name: AdmissionMetric, help: string): Observe => createCounter({ exposition, name, help });
  const window = { quantiles: [0.5, 0.9, 0.99], windows: 5, windowMs: 3_600_000 };
  const summary = createSummary({ exposition, name: SUMMARY, help: "Time of an admission phase." }, window);
  const step = histogram(
    "apiserver_admission_step_admission_duration_seconds",
    "Time of an admission phase.",
    STEP,
  );
  return {
    apiserver_admission_step_admission_duration_seconds(labels, value) {
      step(labels, value);
      summary(labels, value);
    },
    apiserver_admission_controller_admission_duration_seconds: histogram(
      "apiserver_admission_controller_admission_duration_seconds",
      "Time of one admission plugin.",
      STEP,
    ),
    apiserver_admission_webhook_admission_duration_seconds: histogram(
      "apiserver_admission_webhook_admission_duration_seconds",
      "Time of one webhook call.",
      WEBHOOK,
    ),
    apiserver_admission_webhook_rejection_count: counter(
      "apiserver_admission_webhook_rejection_count",
      "Requests that webhooks refused, or that failed because of them.",
    ),
    apiserver_admission_webhook_fail_open_count: counter(
      "apiserver_admission_webhook_fail_open_count",
      "Failed calls that failurePolicy Ignore let pass.",
    ),
    apiserver_admission_webhook_request_total: counter(
      "apiserver_admission_webhook_request_total",
      "Webhook calls.",
    ),
    apiserver_admission_match_condition_evaluation_errors_total: counter(
      "apiserver_admission_match_condition_evaluation_errors_total",
      "Match conditions that could not be evaluated.",
    ),
    apiserver_admission_match_condition_exclusions_total: counter(
      "apiserver_admission_match_condition_exclusions_total",
      "Calls that match conditions ruled out.",
    ),
    apiserver_admission_match_condition_evaluation_seconds: histogram(
      "apiserver_admission_match_condition_evaluation_seconds",
      "Time of evaluating match conditions.",
      CONDITION,
    ),
    apiserver_validating_admission_policy_check_total: counter(
      "apiserver_validating_admission_policy_check_total",
      "Validations of policies that did not hold, by what was done about it.",
    ),
    apiserver_validating_admission_policy_check_duration_seconds: histogram(
      "apiserver_validating_admission_policy_check_duration_seconds",
      "Time of validations of policies that did not hold.",
      POLICY,
    ),
    apiserver_mutating_admission_policy_check_total: counter(
      "apiserver_mutating_admission_policy_check_total",
      "Mutations of policies that were tried.",
    ),
    apiserver_mutating_admission_policy_check_duration_seconds: histogram(
      "apiserver_mutating_admission_policy_check_duration_seconds",
      "Time of mutations of policies.",
      POLICY,
    ),
    apiserver_webhooks_x509_missing_san_total: counter(
      "apiserver_webhooks_x509_missing_san_total",
      "Webhook certificates without subject alternative names.",
    ),
    apiserver_webhooks_x509_insecure_sha1_total: counter(
      "apiserver_webhooks_x509_insecure_sha1_total",
      "Webhook certificates signed with SHA-1.",
    ),
  };
}
