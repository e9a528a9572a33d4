import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { createAdmissionEngine } from "../engine.ts";
import { compilePlan } from "../plan.ts";
import type { AdmissionPorts, TransportResult } from "../ports.ts";
import { podCreation } from "../stub-attributes.tool.ts";
import { stubPorts } from "../stub-ports.ts";
import { admissionMetricsOf } from "./admission-metrics.ts";
import { auditAnnotationsOf } from "./audit-annotations.ts";
import { explainHooks } from "./explain.ts";

const hook = (name: string, overrides: JsonObject = {}): JsonObject => ({
  name,
  rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
  namespaceSelector: {},
  objectSelector: {},
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  timeoutSeconds: 10,
  ...overrides,
});

const failing: TransportResult = {
  kind: "error",
  message: "tls: failed to verify certificate",
  code: 503,
  canceled: false,
  timedOut: false,
  certificates: [{ kind: "missing-san", host: "127.0.0.1" }],
};

async function verdictOf(hooks: JsonObject[], ports: Partial<AdmissionPorts> = {}) {
  const engine = createAdmissionEngine(stubPorts(ports));
  engine.setPlan(compilePlan([], [{ metadata: { name: "c" }, webhooks: hooks }]));
  const admission = engine.begin(podCreation());
  await admission.mutate({ metadata: {} });
  await admission.validate({ metadata: {} });
  return admission.verdict;
}

describe("admissionMetricsOf", () => {
  it("counts a call that fails open", async () => {
    const verdict = await verdictOf([hook("h", { failurePolicy: "Ignore" })], { call: async () => failing });
    const counters = admissionMetricsOf(verdict).filter(({ metric }) => !metric.endsWith("seconds"));
    expect(counters).toEqual([
      { metric: "apiserver_webhooks_x509_missing_san_total", labels: {}, value: 1 },
      {
        metric: "apiserver_admission_webhook_fail_open_count",
        labels: { name: "h", type: "validating" },
        value: 1,
      },
      {
        metric: "apiserver_admission_webhook_request_total",
        labels: { name: "h", type: "validating", operation: "CREATE", rejected: "false", code: "503" },
        value: 1,
      },
    ]);
  });

  it("counts a call that fails closed as a rejection", async () => {
    const verdict = await verdictOf([hook("h")], { call: async () => failing });
    expect(admissionMetricsOf(verdict)).toContainEqual({
      metric: "apiserver_admission_webhook_rejection_count",
      labels: {
        name: "h",
        type: "validating",
        operation: "CREATE",
        error_type: "calling_webhook_error",
        rejection_code: "503",
      },
      value: 1,
    });
  });

  it("observes each phase and each plugin that took part", async () => {
    const observed = admissionMetricsOf(await verdictOf([])).map(({ metric, labels }) => [
      metric.replace("apiserver_admission_", ""),
      labels.name ?? labels.type,
      labels.rejected,
    ]);
    expect(observed).toEqual([
      ["step_admission_duration_seconds", "admit", "false"],
      ["step_admission_duration_seconds", "validate", "false"],
      ["controller_admission_duration_seconds", "MutatingAdmissionPolicy", "false"],
      ["controller_admission_duration_seconds", "MutatingAdmissionWebhook", "false"],
      ["controller_admission_duration_seconds", "ValidatingAdmissionPolicy", "false"],
      ["controller_admission_duration_seconds", "ValidatingAdmissionWebhook", "false"],
    ]);
  });
});

describe("auditAnnotationsOf", () => {
  it("names outdated certificates, also when the failure was ignored", async () => {
    const verdict = await verdictOf([hook("h", { failurePolicy: "Ignore" })], { call: async () => failing });
    expect(auditAnnotationsOf(verdict, "Metadata")).toEqual({
      "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "h",
      "missing-san.invalid-cert.kubernetes.io/127.0.0.1":
        "relies on a legacy Common Name field instead of the SAN extension for subject validation",
    });
    expect(auditAnnotationsOf(verdict, "None")).toEqual({});
  });
});

describe("explainHooks", () => {
  it("has a line for hooks without a rule for the request, too", async () => {
    const verdict = await verdictOf([hook("a", { rules: [] }), hook("b")]);
    expect(
      explainHooks(verdict).map(({ hook: { name }, filter, call }) => [name, filter?.kind, !!call]),
    ).toEqual([
      ["a", "rules", false],
      ["b", undefined, true],
    ]);
  });
});
