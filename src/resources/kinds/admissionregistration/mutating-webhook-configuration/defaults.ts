import { type ApplyDefaults, each, unset } from "../../../define/fill.ts";
import { fillFormerlyOptional, fillWebhook, V1, V1BETA1 } from "../shared/defaults.ts";

/** Defaults of v1 (SetDefaults_MutatingWebhook). */
export const fillMutating: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1);
    unset(webhook, "reinvocationPolicy", "Never");
  });

/** Defaults of v1beta1, which differ for failurePolicy, matchPolicy, timeoutSeconds and others. */
export const fillMutatingV1beta1: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1BETA1);
    fillFormerlyOptional(webhook);
    unset(webhook, "reinvocationPolicy", "Never");
  });
