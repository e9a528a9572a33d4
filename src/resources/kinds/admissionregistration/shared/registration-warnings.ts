import { hasVirtual, isVirtual } from "../../../../api/virtual-resources.ts";
import type {
  NamedRuleWithOperations as RuleWithOperations,
  MutatingWebhook as Webhook,
  MutatingWebhookConfiguration as WebhookConfiguration,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
/**
 * Gates of the reference that change the warnings about a registration. Absent: the release has no such gate.
 */
export interface RegistrationFeatures {
  readonly ManifestBasedAdmissionControlConfig?: boolean;
  /** The gate as in 1.36: a warning about names on updates, with the text of releases without the gate. */
  readonly reservesManifestNames?: boolean;
  readonly ExcludeAdmissionWebhookVirtualResources?: boolean;
}

export const STATIC_SUFFIX = ".static.k8s.io";

export const RESERVED_NAME = `names ending with "${STATIC_SUFFIX}" are reserved for static manifest-based configurations and cannot be managed via the API`;

const WILL_BE_RESERVED = `names ending with "${STATIC_SUFFIX}" will be reserved for static manifest-based configurations when the ManifestBasedAdmissionControlConfig feature gate is enabled`;

/**
 * Returns warnings about names that are reserved for configurations in files
 * (kubernetes/pkg/apis/admissionregistration/validation/static_suffix.go, WarningsForStaticSuffix). A server
 * with the gate refuses such names on create.
 */
export function staticSuffixWarnings(
  name: string,
  features: RegistrationFeatures,
  update: boolean,
): string[] {
  const gate = features.ManifestBasedAdmissionControlConfig;
  if (!name.endsWith(STATIC_SUFFIX) || (areReserved(features) && !update)) return [];
  return [`metadata.name: ${gate === undefined ? RESERVED_NAME : WILL_BE_RESERVED}`];
}

/** True if objects with such names cannot be created. */
export const areReserved = (features: RegistrationFeatures): boolean =>
  features.ManifestBasedAdmissionControlConfig === true || features.reservesManifestNames === true;

/** Returns warnings about rules that match, without wildcards, resources that are never sent to webhooks. */
export function excludedRuleWarnings(
  { webhooks = [] }: WebhookConfiguration,
  features: RegistrationFeatures,
): string[] {
  if (features.ExcludeAdmissionWebhookVirtualResources !== true) return [];
  return webhooks.flatMap(({ rules = [] }, i) =>
    rules.flatMap((rule, j) =>
      excludedIn(rule).map(
        (resource) =>
          `webhooks[${i}].rules[${j}]: ${resource} is excluded from admission webhooks; this rule will have no effect`,
      ),
    ),
  );
}

function excludedIn({ apiGroups = [], resources = [] }: RuleWithOperations): string[] {
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
