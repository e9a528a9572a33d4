import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type { Webhook } from "../webhook/define.ts";

/** The configuration that registers a webhook of the SDK by what it says of itself; undefined when it has no rules. */
export function configurationOf({ kind, path, operations, registration }: Webhook): KubeObject | undefined {
  const { name, rules, ...rest } = registration;
  if (name === undefined || rules === undefined) return undefined;
  const webhook = {
    sideEffects: "None",
    ...rest,
    name,
    admissionReviewVersions: ["v1"],
    clientConfig: { url: `https://webhooks.test${path}` },
    rules: rules.map((rule) => ({ operations, ...rule })),
  };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: kind === "mutating" ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [webhook as unknown as JsonObject],
  };
}
