import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, each, unset } from "../../../define/fill.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { webhookColumns } from "../shared/columns.ts";
import { fillFormerlyOptional, fillWebhook, V1, V1BETA1 } from "../shared/defaults.ts";
import { type RegistrationOptions, webhookStrategy, webhookVersions } from "../shared/strategies.ts";

/** Defaults of v1 (SetDefaults_MutatingWebhook). */
const fillMutating: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1);
    unset(webhook, "reinvocationPolicy", "Never");
  });

/** Defaults of v1beta1, which differ for failurePolicy, matchPolicy, timeoutSeconds and others. */
const fillMutatingV1beta1: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1BETA1);
    fillFormerlyOptional(webhook);
    unset(webhook, "reinvocationPolicy", "Never");
  });

/** MutatingWebhookConfiguration, also in v1beta1 if an option wants it. */
export const mutatingWebhookConfiguration = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "MutatingWebhookConfiguration",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: webhookVersions("MutatingWebhookConfiguration", options, {
      v1: fillMutating,
      v1beta1: fillMutatingV1beta1,
    }),
    columns: webhookColumns,
    strategy: { ...webhookStrategy(options), kubeFinalizers: false },
  });
