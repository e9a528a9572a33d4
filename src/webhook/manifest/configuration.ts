import { WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import { type JsonObject, record } from "../../json/value.ts";
import type { Webhook } from "../define.ts";
import type { Endpoint } from "../endpoints.ts";
import type { Rule } from "../registration.ts";
import type { CompleteOptions } from "./options.ts";

/** Returns a configuration for the mutating webhooks with rules, and one for the validating ones. */
export function configurations(
  endpoints: readonly Endpoint[],
  options: CompleteOptions,
  caBundle: string | undefined,
): JsonObject[] {
  return (["mutating", "validating"] as const).flatMap((kind) => {
    const registered = endpoints.filter(
      (one): one is Webhook => one.kind === kind && (one.registration.rules ?? []).length > 0,
    );
    if (registered.length === 0) return [];
    const webhooks = registered.map((webhook) => entry(webhook, options, caBundle));
    return [
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: WEBHOOK_KINDS[kind],
        metadata: metadata(options),
        webhooks,
      },
    ];
  });
}

/** cert-manager writes its authority into objects with an annotation that names the certificate. */
function metadata({ name, namespace, url, certificate }: CompleteOptions): JsonObject {
  if (url !== undefined || certificate === "own") return { name };
  return { name, annotations: { "cert-manager.io/inject-ca-from": `${namespace}/${name}` } };
}

function entry(webhook: Webhook, options: CompleteOptions, caBundle: string | undefined): JsonObject {
  const { registration } = webhook;
  const { rules = [], sideEffects = "None", timeoutSeconds = 10, failurePolicy = "Fail" } = registration;
  const { matchPolicy, objectSelector, matchConditions, reinvocationPolicy } = registration;
  const given = { matchPolicy, objectSelector, matchConditions, reinvocationPolicy };
  return {
    name: registration.name ?? nameOf(webhook, options),
    admissionReviewVersions: ["v1"],
    clientConfig: clientConfig(webhook.path, options, caBundle),
    rules: rules.map((rule) => ruleOf(rule, webhook)),
    failurePolicy,
    sideEffects,
    timeoutSeconds,
    namespaceSelector: record(registration.namespaceSelector ?? elsewhere(options)),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/**
 * Returns the name of a webhook: for `/team/labels` of `checks` in `default` it is
 * `team-labels.checks.default`. Such names must have at least three parts.
 */
const nameOf = ({ path }: Webhook, { name, namespace }: CompleteOptions): string =>
  `${
    path
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "webhook"
  }.${name}.${namespace}`;

function clientConfig(
  path: string,
  { name, namespace, url }: CompleteOptions,
  caBundle: string | undefined,
): JsonObject {
  const trust = caBundle === undefined ? {} : { caBundle };
  return url === undefined
    ? { service: { name, namespace, path, port: 443 }, ...trust }
    : { url: `${url.replace(/\/$/, "")}${path}`, ...trust };
}

/** Returns a rule as the API has it. Default of its operations: those of the webhook. */
export function ruleOf({ operations, scope, ...rule }: Rule, webhook: Webhook): JsonObject {
  return {
    operations: [...(operations ?? webhook.operations)],
    ...record(structuredClone(rule)),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** Namespaces of the parts of the cluster that have to start before any webhook. */
const SYSTEM = ["kube-system", "kube-public", "kube-node-lease"];

/**
 * Returns a selector that excludes these namespaces, the webhooks' own one, whose pods could not start without the webhook that
 * they serve, and that of cert-manager, which issues their certificate.
 */
function elsewhere({ namespace, url, certificate }: CompleteOptions): JsonObject {
  const issuer = certificate === "cert-manager" ? ["cert-manager"] : [];
  const values = url === undefined ? [...new Set([...SYSTEM, ...issuer, namespace])] : SYSTEM;
  return { matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values }] };
}
