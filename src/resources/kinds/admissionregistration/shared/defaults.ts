import type { Json, JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, each, ensure, unset, within } from "../../../define/fill.ts";

interface WebhookDefaults {
  readonly failurePolicy: string;
  readonly matchPolicy: string;
  readonly timeoutSeconds: number;
}

export const V1: WebhookDefaults = { failurePolicy: "Fail", matchPolicy: "Equivalent", timeoutSeconds: 10 };

export const V1BETA1: WebhookDefaults = { failurePolicy: "Ignore", matchPolicy: "Exact", timeoutSeconds: 30 };

/** Defaults that mutating and validating webhooks share. */
export function fillWebhook(webhook: JsonObject, defaults: WebhookDefaults): void {
  unset(webhook, "failurePolicy", defaults.failurePolicy);
  unset(webhook, "matchPolicy", defaults.matchPolicy);
  ensure(webhook, "namespaceSelector");
  ensure(webhook, "objectSelector");
  unset(webhook, "timeoutSeconds", defaults.timeoutSeconds);
  within(webhook, "clientConfig", (client) =>
    within(client, "service", (service) => unset(service, "port", 443)),
  );
  each(webhook, "rules", fillRule);
}

const fillRule = (rule: JsonObject): void => unset(rule, "scope", "*");

/**
 * Fills in two fields that v1beta1 did not require
 * (kubernetes/pkg/apis/admissionregistration/v1beta1/defaults.go).
 */
export function fillFormerlyOptional(webhook: JsonObject): void {
  unset(webhook, "sideEffects", "Unknown");
  const versions: Json | undefined = webhook.admissionReviewVersions;
  if (!Array.isArray(versions) || versions.length === 0) webhook.admissionReviewVersions = ["v1beta1"];
}

function fillMatchResources(match: JsonObject): void {
  unset(match, "matchPolicy", "Equivalent");
  ensure(match, "namespaceSelector");
  ensure(match, "objectSelector");
  each(match, "resourceRules", fillRule);
  each(match, "excludeResourceRules", fillRule);
}

/** Defaults of policies (SetDefaults_ValidatingAdmissionPolicySpec). */
export const fillPolicy: ApplyDefaults = (policy) => {
  const spec = ensure(policy, "spec");
  unset(spec, "failurePolicy", "Fail");
  within(spec, "matchConstraints", fillMatchResources);
};

/** Defaults of the `matchResources` of bindings. */
export const fillBinding: ApplyDefaults = (binding) =>
  within(binding, "spec", (spec) => within(spec, "matchResources", fillMatchResources));

/**
 * Fills in the default of SetDefaults_ParamRef in
 * kubernetes/pkg/apis/admissionregistration/v1alpha1/defaults.go.
 */
export const fillBindingV1alpha1: ApplyDefaults = (binding) => {
  fillBinding(binding);
  within(binding, "spec", (spec) =>
    within(spec, "paramRef", (ref) => unset(ref, "parameterNotFoundAction", "Deny")),
  );
};
