import { readClientConfig } from "../../../api/webhook-client-config.ts";
import { goTexts, type Json, type JsonObject, records, text } from "../../../json/value.ts";
import type { HookTarget, MatchCondition, WebhookHook } from "../../hook.ts";
import { compileRule, compileSelector } from "../compile-match.ts";

type Phase = WebhookHook["phase"];

/**
 * Compiles the hooks of one configuration (v1, defaults applied), in list order. `file`: its manifest file;
 * absent: it is stored.
 */
export function compileWebhooks(
  configuration: string,
  webhooks: readonly JsonObject[],
  phase: Phase,
  file?: string,
): readonly WebhookHook[] {
  const seen = new Map<string, number>();
  return webhooks.map((webhook) => {
    const name = text(webhook.name);
    const earlier = seen.get(name) ?? 0;
    seen.set(name, earlier + 1);
    const own = `${configuration}/${name}/${earlier}`;
    if (file === undefined) return compileWebhook(configuration, own, webhook, phase);
    return { ...compileWebhook(configuration, `manifest/${own}`, webhook, phase), file };
  });
}

function compileWebhook(configuration: string, uid: string, webhook: JsonObject, phase: Phase): WebhookHook {
  const name = text(webhook.name);
  const versions = goTexts(webhook.admissionReviewVersions);
  const { timeoutSeconds, sideEffects } = webhook;
  return {
    kind: "webhook",
    phase,
    name,
    configuration,
    uid,
    ...compileFilters(webhook),
    sideEffects: typeof sideEffects === "string" ? sideEffects : undefined,
    timeoutSeconds: typeof timeoutSeconds === "number" ? timeoutSeconds : undefined,
    reviewVersion: versions.find((version) => version === "v1" || version === "v1beta1"),
    reinvocationPolicy: webhook.reinvocationPolicy === "IfNeeded" ? "IfNeeded" : "Never",
    target: compileTarget(configuration, name, webhook.clientConfig, phase),
  };
}

/** The parts of a webhook that decide whether it is called. */
export type WebhookFilters = Pick<
  WebhookHook,
  "rules" | "equivalent" | "namespaceSelector" | "objectSelector" | "conditions" | "failurePolicy"
>;

/** Compiles the filters of a webhook (v1, defaults applied). */
export const compileFilters = (webhook: JsonObject): WebhookFilters => ({
  rules: records(webhook.rules).map(compileRule),
  equivalent: webhook.matchPolicy === "Equivalent",
  namespaceSelector: compileSelector(webhook.namespaceSelector),
  objectSelector: compileSelector(webhook.objectSelector),
  conditions: records(webhook.matchConditions).map(compileCondition),
  failurePolicy: webhook.failurePolicy === "Ignore" ? "Ignore" : "Fail",
});

const compileCondition = ({ name, expression }: JsonObject): MatchCondition => ({
  name: text(name),
  expression: text(expression),
});

function compileTarget(
  configuration: string,
  hook: string,
  clientConfig: Json | undefined,
  phase: Phase,
): HookTarget {
  return { phase, hook, configuration, clientConfig: readClientConfig(clientConfig) };
}
