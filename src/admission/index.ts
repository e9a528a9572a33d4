/** The admission engine: embeddable, without sockets, storage or a clock of its own. */

export type { WebhookClientConfig } from "../api/webhook-client-config.ts";
export type { ConditionResult } from "../cel/match-conditions.ts";
export type { Attributes, Operation } from "./attributes.ts";
export { type Admission, type AdmissionEngine, createAdmissionEngine } from "./engine.ts";
export type {
  BuiltinPlugin,
  Hook,
  HookTarget,
  MatchCondition,
  PluginContext,
  PluginResult,
  WebhookHook,
} from "./hook.ts";
export { createBuiltinPlugins } from "./hooks/builtin/builtin-plugins.ts";
export type { Filter } from "./match/should-call.ts";
export type { Outcome } from "./outcome.ts";
export { compilePlan, EMPTY_PLAN, type Plan, type PlanOptions, type Stage } from "./plan.ts";
export { PLUGIN_ORDER } from "./plugin-order.ts";
export type { PolicyHook } from "./policy-hook.ts";
export type {
  AdmissionPorts,
  CallOptions,
  CertificateFinding,
  Lookup,
  MutationPorts,
  ParamKind,
  ParamLookup,
  TransportResult,
} from "./ports.ts";
export { type AdmissionMetric, admissionMetricsOf, type Observation } from "./readers/admission-metrics.ts";
export { type AuditLevel, auditAnnotationsOf } from "./readers/audit-annotations.ts";
export { explainHooks } from "./readers/explain.ts";
export { warningsOf } from "./readers/warnings.ts";
export { type WebhookLatency, webhookLatencyOf } from "./readers/webhook-latency.ts";
export type {
  CallLine,
  CallOutcome,
  FailureClass,
  HookLine,
  PhaseLine,
  PhaseName,
  PluginLine,
  PolicyCheck,
  PolicyLine,
  Verdict,
} from "./verdict.ts";
