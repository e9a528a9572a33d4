import type { Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import { nearest } from "../explain/near.ts";
import type { World } from "../explain/world.ts";
import { isJsonObject, type JsonObject } from "../json/value.ts";

/** Names of webhooks and policies, each once. */
export interface KnownNames {
  readonly webhooks: readonly string[];
  readonly policies: readonly string[];
}

const CONFIGURATIONS = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
const POLICIES = ["MutatingAdmissionPolicy", "ValidatingAdmissionPolicy"];

/** Returns the names that are stored now. */
export function storedNames({ all }: Pick<World, "all">): KnownNames {
  return {
    webhooks: unique(storedConfigurations({ all }).flatMap(hookNames)),
    policies: unique(POLICIES.flatMap((kind) => all(kind)).map(({ metadata }) => metadata.name ?? "")),
  };
}

/** Returns the stored configurations of webhooks, the mutating ones first. */
export const storedConfigurations = ({ all }: Pick<World, "all">): KubeObject[] =>
  CONFIGURATIONS.flatMap((kind) => all(kind));

/** Returns the names that were in the plan of a reviewed request; undefined if it was not reviewed. */
export function reviewedNames(verdicts: readonly Verdict[]): KnownNames | undefined {
  if (verdicts.length === 0) return undefined;
  const plans = verdicts.map(({ plan }) => plan);
  return {
    webhooks: unique(plans.flatMap((plan) => [...plan.mutating, ...plan.validating]).map(({ name }) => name)),
    policies: unique(
      plans
        .flatMap((plan) => [...plan.mutatingPolicies, ...plan.validatingPolicies])
        .map(({ policy }) => policy.name),
    ),
  };
}

/** Returns the names of the webhooks of a configuration; none for other objects. */
export function hookNames({ kind, webhooks }: JsonObject): string[] {
  if (!String(kind).endsWith("WebhookConfiguration") || !Array.isArray(webhooks)) return [];
  return webhooks.flatMap((hook) => (isJsonObject(hook) ? [String(hook.name)] : []));
}

/**
 * Returns the names that a source of responses can have: the webhook's name, alone and with that of its
 * configuration.
 */
export const sourceNames = (objects: readonly KubeObject[]): string[] =>
  unique(objects.flatMap((one) => hookNames(one).flatMap((name) => [name, `${one.metadata.name}/${name}`])));

/**
 * Throws for an unknown webhook. Without this check a wrong name would have no effect: the webhook would
 * never be called.
 */
export function assertWebhook(name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new Error(`no configuration has a webhook ${name}${hint(name, known)}`);
}

/** Throws for an unknown policy. */
export function assertPolicy(name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new Error(`there is no policy ${name}${hint(name, known)}`);
}

/** Returns a text with the most similar name and all known names. */
export function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const meant = near === undefined ? "" : `: ${near} is probably meant`;
  return `${meant}; there are: ${known.join(", ") || "none"}`;
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
