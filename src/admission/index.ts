/** The admission engine: embeddable, without sockets, storage or a clock of its own. */

export type { GroupVersion, GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, UserInfo } from "../api/meta.ts";
export type {
  LabelRequirement,
  LabelSelector,
  Labels,
  SelectorOperator,
} from "../api/selectors/label-selector.ts";
export { type Status, type StatusCause, type StatusDetails, StatusError } from "../api/status.ts";
export type { WebhookClientConfig, WebhookService } from "../api/webhook-client-config.ts";
export type { Cancellation } from "../async/cancellation.ts";
export type { Pause, Steps } from "../async/steps.ts";
export type { AuthorizeUser } from "../cel/kubernetes/admission-variables.ts";
export type { ComposedVariable, Composition, Use } from "../cel/kubernetes/composition.ts";
export type { ConditionResult } from "../cel/kubernetes/match-conditions.ts";
export type { GoContainer } from "../go/go-container.ts";
export type { Json, JsonObject } from "../json/value.ts";
export type { JsonPatch, JsonPatchOperation } from "../patch/operation.ts";
export type { Attributes, Operation } from "./attributes.ts";
export { type Admission, type AdmissionEngine, createAdmissionEngine } from "./engine.ts";
export type {
  BuiltinPlugin,
  CompiledSelector,
  Hook,
  HookTarget,
  MatchCondition,
  PluginContext,
  PluginResult,
  Rule,
  WebhookHook,
} from "./hook.ts";
export { createBuiltinPlugins, type PluginSettings } from "./hooks/builtin/builtin-plugins.ts";
export type { TolerationSeconds } from "./hooks/builtin/pods/default-toleration-seconds.ts";
export type { StoredPolicies } from "./hooks/policy/compile-policies.ts";
export type { Manifest, Manifests, PolicyManifests } from "./manifests/manifest.ts";
export type { Filter } from "./match/should-call.ts";
export type { Outcome } from "./outcome.ts";
export { compilePlan, EMPTY_PLAN, type Plan, type PlanOptions, type Stage } from "./plan.ts";
export { PLUGIN_ORDER } from "./plugin-order.ts";
export type {
  AuditAnnotation,
  BoundPolicy,
  CompiledExpression,
  CompiledPolicy,
  MatchCriteria,
  MutatingPolicy,
  MutatingPolicyHook,
  Mutation,
  ParamRef,
  PolicyBinding,
  PolicyCondition,
  PolicyHead,
  PolicyHook,
  ValidatingPolicy,
  ValidatingPolicyHook,
  Validation,
  ValidationAction,
} from "./policy-hook.ts";
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
export type { NamedRule } from "./rule.ts";
export type {
  Answered,
  CallLine,
  CallOutcome,
  ChainLine,
  FailureClass,
  HookLine,
  ObjectChange,
  PhaseLine,
  PhaseName,
  PluginLine,
  PolicyCheck,
  PolicyLine,
  SeenValues,
  Verdict,
  WrittenChange,
} from "./verdict.ts";
