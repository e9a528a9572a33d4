import { hasVirtual, isVirtual } from "../../../../api/virtual-resources.ts";
import type {
  MutatingWebhook as Webhook,
  MutatingWebhookConfiguration as WebhookConfiguration,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
/** Settings that change the warnings and errors about a registration. */
export interface RegistrationFeatures {
  /** True if names of objects from files are reserved: the gate ManifestBasedAdmissionControlConfig. */
  readonly reservesManifestNames?: boolean;
  /** True if virtual resources are not sent to webhooks: the gate ExcludeAdmissionWebhookVirtualResources. */
  readonly excludesVirtualResources?: boolean;
}

export const STATIC_SUFFIX = ".static.k8s.io";

export const RESERVED_NAME = `names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations and cannot be managed via the API`;

/**
 * Returns warnings about names that are reserved for configurations in files
 * (kubernetes/pkg/apis/admissionregistration/validation/static_suffix.go, WarningsForStaticSuffix). A server
 * that reserves them refuses such names on create.
 */
export function staticSuffixWarnings(
  name: string,
  { reservesManifestNames = false }: RegistrationFeatures,
  update: boolean,
): string[] {
  if (!name.endsWith(STATIC_SUFFIX) || (reservesManifestNames && !update)) return [];
  return [`metadata.name: ${RESERVED_NAME}`];
}

/**
 * Returns warnings about rules that match, without wildcards, resources that are never sent to webhooks
 * (kubernetes/pkg/apis/admissionregistration/validation/warnings.go).
 */
export function excludedRuleWarnings(
  { webhooks = [] }: WebhookConfiguration,
  features: RegistrationFeatures,
): string[] {
  if (features.excludesVirtualResources !== true) return [];
  return webhooks.flatMap(({ rules = [] }, i) =>
    rules.flatMap((rule, j) =>
      excludedFromWebhooks(rule).map(
        (resource) =>
          `webhooks[${i}].rules[${j}]: ${resource} is excluded from admission webhooks; this rule will have no effect`,
      ),
    ),
  );
}

/** Returns the resources that a rule names, and that servers of 1.37 do not send to webhooks: `tokenreviews.authentication.k8s.io`. */
export function excludedFromWebhooks(rule: {
  readonly apiGroups?: readonly string[] | null | undefined;
  readonly resources?: readonly string[] | null | undefined;
}): string[] {
  const { apiGroups, resources } = { apiGroups: rule.apiGroups ?? [], resources: rule.resources ?? [] };
  if (apiGroups.includes("*") || resources.includes("*")) return [];
  // Most groups have no such resources, which keeps the product of groups and resources small.
  const groups = new Set(apiGroups.filter(hasVirtual));
  const excluded = [...groups].flatMap((group) =>
    resources.filter((resource) => isVirtual(group, resource)).map((resource) => `${resource}.${group}`),
  );
  return [...new Set(excluded)];
}

/**
 * Returns a warning that only this server has: while it does not evaluate expressions, it states how webhooks
 * with expressions are handled.
 */
export function matchConditionWarnings({ webhooks = [] }: WebhookConfiguration): string[] {
  return webhooks.flatMap((webhook, i) => (hasConditions(webhook) ? [conditionWarning(webhook, i)] : []));
}

const hasConditions = ({ matchConditions = [] }: Webhook): boolean => matchConditions.length > 0;

function conditionWarning({ failurePolicy }: Webhook, i: number): string {
  const fate =
    failurePolicy === "Ignore"
      ? "with failurePolicy Ignore the webhook is skipped"
      : "with failurePolicy Fail matching requests are refused";
  return `webhooks[${i}].matchConditions: this server cannot evaluate match conditions yet; ${fate}`;
}
