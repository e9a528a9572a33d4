import { type ApplyDefaults, each } from "../../../define/fill.ts";
import { fillFormerlyOptional, fillWebhook, V1, V1BETA1 } from "../shared/defaults.ts";

/** Defaults of v1 (SetDefaults_ValidatingWebhook). */
export const fillValidating: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => fillWebhook(webhook, V1));

/** Defaults of v1beta1, which differ for failurePolicy, matchPolicy, timeoutSeconds and others. */
export const fillValidatingV1beta1: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1BETA1);
    fillFormerlyOptional(webhook);
  });
