import { type ApplyDefaults, each, unset } from "../../../define/fill.ts";
import { fillFormerlyOptional, fillWebhook, V1, V1BETA1 } from "../shared/defaults.ts";

export const fillMutating: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1);
    unset(webhook, "reinvocationPolicy", "Never");
  });

export const fillMutatingV1beta1: ApplyDefaults = (configuration) =>
  each(configuration, "webhooks", (webhook) => {
    fillWebhook(webhook, V1BETA1);
    fillFormerlyOptional(webhook);
    unset(webhook, "reinvocationPolicy", "Never");
  });
