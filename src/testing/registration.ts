import { WEBHOOK_KINDS } from "../api/hook-kinds.ts";
import type { KubeObject } from "../api/meta.ts";
import { record } from "../json/value.ts";
import type { Webhook } from "../webhook/define.ts";
import { ruleOf } from "../webhook/manifest/configuration.ts";

/** Returns the configuration that registers a webhook of the SDK; undefined if it has no name or no rules. */
export function configurationOf(webhook: Webhook): KubeObject | undefined {
  const { kind, path } = webhook;
  const { name, rules, ...rest } = webhook.registration;
  if (name === undefined || rules === undefined) return undefined;
  const entry = {
    sideEffects: "None",
    ...rest,
    name,
    admissionReviewVersions: ["v1"],
    clientConfig: { url: `https://webhooks.test${path}` },
    rules: rules.map((rule) => ruleOf(rule, webhook)),
  };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: WEBHOOK_KINDS[kind],
    metadata: { name },
    webhooks: [record(entry)],
  };
}
