import { Counter, Gauge, Histogram, Registry, Summary } from "prom-client";
import { type AdmissionMetric, admissionMetricsOf } from "../../admission/readers/admission-metrics.ts";
import type { RequestContext } from "../request-context.ts";
import type { Recorder } from "./recorder.ts";

const STEP = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const WEBHOOK = [...STEP, 10, 25];
const CONDITION = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const REQUEST = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const SUMMARY = "apiserver_admission_step_admission_duration_seconds_summary";

type Observe = (labels: Readonly<Record<string, string>>, value: number) => void;

/** As the reference names its text format. */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

/** Labels are printed in the order in which they come: by name. */
const sorted = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Prometheus metrics of requests and of admission (admission.md 10.1), read from what requests leave behind. */
export function createMetrics(): { recorder: Recorder; text(): Promise<{ contentType: string; text: string }> } {
  const registry = new Registry();
  const admission = admissionObservers(registry);
  const requests = requestObservers(registry);
  return {
    recorder: {
      begin(context) {
        requests.started(context);
        return (response) => {
          requests.finished(context, response.status);
          for (const verdict of context.verdicts)
            for (const { metric, labels, value } of admissionMetricsOf(verdict)) admission[metric](labels, value);
          return response;
        };
      },
    },
    text: async () => ({ contentType: CONTENT_TYPE, text: await registry.metrics() }),
  };
}

function admissionObservers(registry: Registry): Readonly<Record<AdmissionMetric, Observe>> {
  const registers = [registry];
  const histogram = (name: AdmissionMetric, help: string, labelNames: string[], buckets: number[]): Observe => {
    const metric = new Histogram({ name, help, labelNames, buckets, registers });
    return (labels, value) => metric.observe(sorted(labels), value);
  };
  const counter = (name: AdmissionMetric, help: string, labelNames: string[]): Observe => {
    const metric = new Counter({ name, help, labelNames, registers });
    return (labels, value) => metric.inc(sorted(labels), value);
  };
  const phase = ["type", "operation", "rejected"];
  const condition = ["name", "kind", "type", "operation"];
  const summary = new Summary({ name: SUMMARY, help: "Time of an admission phase.", labelNames: phase, maxAgeSeconds: 5 * 3600, ageBuckets: 5, percentiles: [0.5, 0.9, 0.99], registers });
  const step = histogram("apiserver_admission_step_admission_duration_seconds", "Time of an admission phase.", phase, STEP);
  return {
    apiserver_admission_step_admission_duration_seconds(labels, value) {
      step(labels, value);
      summary.observe(sorted(labels), value);
    },
    apiserver_admission_controller_admission_duration_seconds: histogram(
      "apiserver_admission_controller_admission_duration_seconds",
      "Time of one admission plugin.",
      ["name", ...phase],
      STEP,
    ),
    apiserver_admission_webhook_admission_duration_seconds: histogram(
      "apiserver_admission_webhook_admission_duration_seconds",
      "Time of one webhook call.",
      ["name", ...phase],
      WEBHOOK,
    ),
    apiserver_admission_webhook_rejection_count: counter(
      "apiserver_admission_webhook_rejection_count",
      "Requests that webhooks refused, or that failed because of them.",
      ["name", "type", "operation", "error_type", "rejection_code"],
    ),
    apiserver_admission_webhook_fail_open_count: counter(
      "apiserver_admission_webhook_fail_open_count",
      "Failed calls that failurePolicy Ignore let pass.",
      ["name", "type"],
    ),
    apiserver_admission_webhook_request_total: counter(
      "apiserver_admission_webhook_request_total",
      "Webhook calls.",
      ["name", "type", "operation", "code", "rejected"],
    ),
    apiserver_admission_match_condition_evaluation_errors_total: counter(
      "apiserver_admission_match_condition_evaluation_errors_total",
      "Match conditions that could not be evaluated.",
      condition,
    ),
    apiserver_admission_match_condition_exclusions_total: counter(
      "apiserver_admission_match_condition_exclusions_total",
      "Calls that match conditions ruled out.",
      condition,
    ),
    apiserver_admission_match_condition_evaluation_seconds: histogram(
      "apiserver_admission_match_condition_evaluation_seconds",
      "Time of evaluating match conditions.",
      condition,
      CONDITION,
    ),
    apiserver_webhooks_x509_missing_san_total: counter(
      "apiserver_webhooks_x509_missing_san_total",
      "Webhook certificates without subject alternative names.",
      [],
    ),
    apiserver_webhooks_x509_insecure_sha1_total: counter(
      "apiserver_webhooks_x509_insecure_sha1_total",
      "Webhook certificates signed with SHA-1.",
      [],
    ),
  };
}

interface RequestObservers {
  started(context: RequestContext): void;
  finished(context: RequestContext, status: number): void;
}

function requestObservers(registry: Registry): RequestObservers {
  const registers = [registry];
  const labelNames = ["verb", "group", "version", "resource", "subresource", "scope"];
  const total = new Counter({ name: "apiserver_request_total", help: "Requests by verb, resource and code.", labelNames: [...labelNames, "code"], registers });
  const duration = new Histogram({ name: "apiserver_request_duration_seconds", help: "Time of requests.", labelNames, buckets: REQUEST, registers });
  const inFlight = new Gauge({ name: "apiserver_current_inflight_requests", help: "Requests under way.", labelNames: ["request_kind"], registers });
  const kindOf = ({ info }: RequestContext): string => (READ_ONLY.has(info.verb) ? "readOnly" : "mutating");
  return {
    started: (context) => inFlight.inc({ request_kind: kindOf(context) }),
    finished(context, status) {
      inFlight.dec({ request_kind: kindOf(context) });
      const labels = labelsOf(context);
      total.inc({ ...labels, code: String(status) });
      if (context.info.verb !== "watch") duration.observe(labels, (performance.now() - context.request.startedAt) / 1000);
    },
  };
}

const READ_ONLY = new Set(["get", "list", "watch", "head", "options"]);

/** Labels of a request that names nothing served would grow without bound: they are left empty. */
function labelsOf({ info }: RequestContext): Record<string, string> {
  const { verb, group, version, resource, subresource, name, namespace } = info;
  const scope = name !== "" ? "resource" : namespace !== "" ? "namespace" : info.isResource ? "cluster" : "";
  return { verb: verb.toUpperCase(), group, version, resource, subresource, scope };
}
