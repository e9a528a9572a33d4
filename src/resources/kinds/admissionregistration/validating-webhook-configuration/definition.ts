import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, each } from "../../../define/fill.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { webhookColumns } from "../shared/columns.ts";
import { fillFormerlyOptional, fillWebhook, V1, V1BETA1 } from "../shared/defaults.ts";
import { type RegistrationOptions, webhookStrategy, webhookVersions } from "../shared/strategies.ts";

/** Defaults of v1 (SetDefaults_ValidatingWebhook). */
const fillValidating: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => fillWebhook(webhook, V1));

/** Defaults of v1beta1, which differ for failurePolicy, matchPolicy, timeoutSeconds and others. */
const fillValidatingV1beta1: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1BETA1);
    fillFormerlyOptional(webhook);
  });

/** ValidatingWebhookConfiguration, also in v1beta1 if an option wants it. */
export const validatingWebhookConfiguration = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "ValidatingWebhookConfiguration",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: webhookVersions("ValidatingWebhookConfiguration", options, {
      v1: fillValidating,
      v1beta1: fillValidatingV1beta1,
    }),
    columns: webhookColumns,
    strategy: { ...webhookStrategy(options), kubeFinalizers: false },
  });
