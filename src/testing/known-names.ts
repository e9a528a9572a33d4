import type { Verdict } from "../admission/verdict.ts";
import { isJsonObject, type JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { nearest } from "../explain/filters/near.ts";
import type { World } from "../explain/world.ts";

/** Names of what takes part in admission, each once. */
export interface KnownNames {
  readonly webhooks: readonly string[];
  readonly policies: readonly string[];
}

const CONFIGURATIONS = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
const POLICIES = ["MutatingAdmissionPolicy", "ValidatingAdmissionPolicy"];

/** What is stored now. */
export function storedNames({ all }: Pick<World, "all">): KnownNames {
  return {
    webhooks: unique(storedConfigurations({ all }).flatMap(hookNames)),
    policies: unique(POLICIES.flatMap((kind) => all(kind)).map(({ metadata }) => metadata.name ?? "")),
  };
}

export const storedConfigurations = ({ all }: Pick<World, "all">): KubeObject[] =>
  CONFIGURATIONS.flatMap((kind) => all(kind));

/** What there was when a request was reviewed; undefined when it was not. */
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

/** Names of the webhooks of a configuration; of another object none. */
export function hookNames({ kind, webhooks }: JsonObject): string[] {
  if (!String(kind).endsWith("WebhookConfiguration") || !Array.isArray(webhooks)) return [];
  return webhooks.flatMap((hook) => (isJsonObject(hook) ? [String(hook.name)] : []));
}

/** Names by which somebody can answer for webhooks: their own, and those with their configuration's. */
export const sourceNames = (objects: readonly KubeObject[]): string[] =>
  unique(objects.flatMap((one) => hookNames(one).flatMap((name) => [name, `${one.metadata.name}/${name}`])));

/** Throws for a name that nothing has: it would never be called, and nobody would notice. */
export function assertWebhook(name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new Error(`no configuration has a webhook ${name}${hint(name, known)}`);
}

/** As `assertWebhook`, of a policy. */
export function assertPolicy(name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new Error(`there is no policy ${name}${hint(name, known)}`);
}

/** What was probably meant, and what there is. */
export function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const meant = near === undefined ? "" : `: ${near} is probably meant`;
  return `${meant}; there are: ${known.join(", ") || "none"}`;
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
