import {
  type AdmissionMetric,
  type Count,
  countAdmission,
} from "../../admission/readers/admission-metrics.ts";
import { Exposition } from "../../metrics/exposition.ts";
import {
  createCounter,
  createGauge,
  createHistogram,
  createSummary,
  type Labels,
  type Observe,
} from "../../metrics/instruments.ts";
import type { RequestContext } from "../request-context.ts";
import type { Recorder } from "./recorder.ts";

const STEP = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const WEBHOOK = [...STEP, 10, 25];
const CONDITION = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const POLICY = [0.0000005, 0.001, 0.01, 0.1, 1];
const REQUEST = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const SUMMARY = "apiserver_admission_step_admission_duration_seconds_summary";

/** As the reference names its text format. */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

/** Prometheus metrics of requests and of admission (admission.md 10.1), read from what requests leave behind. */
export function createMetrics(): {
  recorder: Recorder;
  text(): Promise<{ contentType: string; text: string }>;
} {
  const exposition = new Exposition();
  const admission = admissionObservers(exposition);
  const requests = requestObservers(exposition);
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
    text: async () => ({ contentType: CONTENT_TYPE, text: exposition.text() }),
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

interface RequestObservers {
  started(context: RequestContext): void;
  finished(context: RequestContext, status: number): void;
}

function requestObservers(exposition: Exposition): RequestObservers {
  const total = createCounter({
    exposition,
    name: "apiserver_request_total",
    help: "Requests by verb, resource and code.",
  });
  const duration = createHistogram(
    { exposition, name: "apiserver_request_duration_seconds", help: "Time of requests." },
    REQUEST,
  );
  const inFlight = createGauge({
    exposition,
    name: "apiserver_current_inflight_requests",
    help: "Requests under way.",
  });
  const kindOf = ({ info }: RequestContext): Labels => (READ_ONLY.has(info.verb) ? READING : CHANGING);
  return {
    started: (context) => inFlight(kindOf(context), 1),
    finished(context, status) {
      inFlight(kindOf(context), -1);
      const labels = labelsOf(context);
      const { verb, group, version, resource, subresource, scope } = labels;
      total({ verb, group, version, resource, subresource, scope, code: String(status) }, 1);
      if (context.info.verb !== "watch")
        duration(labels, (performance.now() - context.request.startedAt) / 1000);
    },
  };
}

const READING: Labels = { request_kind: "readOnly" };
const CHANGING: Labels = { request_kind: "mutating" };
const READ_ONLY = new Set(["get", "list", "watch", "head", "options"]);

/** Labels of a request that names nothing served would grow without bound: they are left empty. */
function labelsOf({ info }: RequestContext) {
  const { verb, group, version, resource, subresource, name, namespace } = info;
  const scope = name !== "" ? "resource" : namespace !== "" ? "namespace" : info.isResource ? "cluster" : "";
  return { verb: verb.toUpperCase(), group, version, resource, subresource, scope };
}
